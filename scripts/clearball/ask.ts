import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Problem } from './command.ts'

export type Ask = {
  /** Returns what was typed, without spaces around it; `unless` is taken where nothing was. */
  (question: string, unless?: string): Promise<string>
  /** The same without showing it. */
  hidden(question: string): Promise<string>
  close(): void
}

/** Asks the person at the terminal, or reads the answers from a pipe, one a line. */
export function openAsk(): Ask {
  let isHidden = false
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (!isHidden) process.stdout.write(chunk)
      done()
    },
  })
  const isTerminal = process.stdin.isTTY
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal })
  const answers = lines[Symbol.asyncIterator]()
  lines.on('SIGINT', () => process.exit(130))
  const read = async (question: string, hides: 'hidden' | 'shown') => {
    process.stdout.write(question)
    isHidden = hides === 'hidden'
    const { value, done } = await answers.next()
    isHidden = false
    if (hides === 'hidden' || !isTerminal) process.stdout.write('\n')
    if (done) throw new Problem('Nobody answered.')
    return value
  }
  const ask = async (question: string, unless = '') =>
    (await read(unless ? `${question} [${unless}] ` : `${question} `, 'shown')).trim() || unless
  return Object.assign(ask, {
    hidden: (question: string) => read(`${question} `, 'hidden'),
    close: () => lines.close(),
  })
}
