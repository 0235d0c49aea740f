import { createStore } from '#ui/store.ts'

/** How this browser tells its operator of news. Both are off until the operator switches them on. */
export type Wishes = { readonly browser: boolean; readonly sound: boolean }

const storageKey = 'clearball.console.notices'

/** Whatever else is stored there counts as off. */
export function readWishes(text: string | null): Wishes {
  try {
    const { browser, sound } = JSON.parse(text ?? '{}') as Partial<Wishes>
    return { browser: browser === true, sound: sound === true }
  } catch {
    return { browser: false, sound: false }
  }
}

const wishes = createStore(readWishes(localStorage.getItem(storageKey)))

export const useWishes = wishes.use

function keep(next: Wishes): void {
  localStorage.setItem(storageKey, JSON.stringify(next))
  wishes.set(next)
}

/** Switches notifications on or off. The browser asks for permission only here; false where it is refused. */
export async function wishNotifications(isOn: boolean): Promise<boolean> {
  const isAllowed = !isOn || (canNotify() && (await Notification.requestPermission()) === 'granted')
  keep({ ...wishes.get(), browser: isOn && isAllowed })
  return isAllowed
}

/** Switches the tone on or off, and plays it once, because a browser lets a page sound only after a press. */
export function wishSound(isOn: boolean): void {
  keep({ ...wishes.get(), sound: isOn })
  if (isOn) playTone()
}

export const canNotify = (): boolean => 'Notification' in globalThis

/** Tells the operator of something, in the ways that they asked for. A later notice of the same kind takes the place of the former. */
export function notify({ kind, title, text }: { kind: string; title: string; text: string }): void {
  const { browser, sound } = wishes.get()
  if (browser && canNotify() && Notification.permission === 'granted') {
    const notice = new Notification(title, { body: text, tag: kind })
    notice.addEventListener('click', () => window.focus())
  }
  if (sound) playTone()
}

const toneSeconds = 0.35

/** Two short tones, made by the browser. */
function playTone(): void {
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0.12, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + toneSeconds)
  volume.connect(audio.destination)
  const tone = audio.createOscillator()
  tone.frequency.setValueAtTime(660, audio.currentTime)
  tone.frequency.setValueAtTime(880, audio.currentTime + toneSeconds / 2)
  tone.connect(volume)
  tone.start()
  tone.stop(audio.currentTime + toneSeconds)
  tone.addEventListener('ended', () => void audio.close())
}
