import { buttonClass } from './Button.tsx'

type Props = { label: string; disabled?: boolean; onChoose: (file: File) => void }

/** A button that lets somebody take or choose a picture; a phone offers its camera by itself. */
export function PictureChooser({ label, disabled = false, onChoose }: Props) {
  return (
    <label
      className={`${buttonClass('quiet')} cursor-pointer has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)`}
    >
      {label}
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="sr-only"
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Emptied, so that choosing the same picture again fires another event.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}
