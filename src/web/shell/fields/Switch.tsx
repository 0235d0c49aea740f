type Props = { label: string; isOn: boolean; isDisabled?: boolean; onChange: (isOn: boolean) => void }

/** A switch at the end of a row, which says itself what it is for. */
export function Switch({ label, isOn, isDisabled = false, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={isDisabled}
      onClick={() => onChange(!isOn)}
      className="group -my-2 inline-flex h-11 w-13 shrink-0 items-center justify-end disabled:opacity-60"
    >
      <span className="flex h-7 w-12 rounded-full border border-quiet bg-background p-0.5 group-aria-checked:justify-end group-aria-checked:border-brand group-aria-checked:bg-brand">
        <span className="size-5.5 rounded-full bg-quiet group-aria-checked:bg-brand-text" />
      </span>
    </button>
  )
}

/** A row of a card with a switch at its end; a long label breaks into lines beside it. */
export function SwitchRow(props: Props) {
  return (
    <li className="flex min-h-13 items-center gap-3 px-4 py-2">
      <span className="min-w-0 flex-1 wrap-anywhere">{props.label}</span>
      <Switch {...props} />
    </li>
  )
}
