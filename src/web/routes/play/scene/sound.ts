import { hasSound } from './settings.ts'

let audio: AudioContext | undefined

/** A short tone that fades. A browser that has not been touched yet stays silent. */
function tone(hertz: number, { forMs, afterMs = 0 }: { forMs: number; afterMs?: number }): void {
  audio ??= new AudioContext()
  void audio.resume()
  const from = audio.currentTime + afterMs / 1_000
  const [oscillator, volume] = [audio.createOscillator(), audio.createGain()]
  oscillator.type = 'sine'
  oscillator.frequency.value = hertz
  volume.gain.setValueAtTime(0.12, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + forMs / 1_000)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(from)
  oscillator.stop(from + forMs / 1_000)
}

/** Heard as each number comes. */
function tick(): void {
  tone(620, { forMs: 90 })
}

/** Heard when all numbers are there. It is the same for those who won and those who lost. */
function chime(): void {
  tone(523, { forMs: 260 })
  tone(784, { forMs: 420, afterMs: 120 })
}

/** What is heard as one of the numbers comes, where somebody wants to hear it. */
export function sound(isLast: boolean): void {
  if (!hasSound.get()) return
  if (isLast) chime()
  else tick()
}
