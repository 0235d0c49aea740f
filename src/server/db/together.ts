type Waiting<Question, Answer> = {
  readonly question: Question
  answer(answer: Answer): void
  fail(error: unknown): void
}

/**
 * Asks the database about many at once: what is asked while it answers waits, and is asked together afterwards. Nobody waits on
 * purpose, and every answer is as new as if it had been asked for alone.
 */
export function askTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let queue: Waiting<Question, Answer>[] = []
  let isBusy = false
  const work = async () => {
    while (queue.length > 0) {
      const asked = queue
      queue = []
      try {
        const answers = await ask(asked.map(({ question }) => question))
        asked.forEach(({ answer }, at) => answer(answers[at]!))
      } catch (error) {
        for (const { fail } of asked) fail(error)
      }
    }
    isBusy = false
  }
  return (question) =>
    new Promise((answer, fail) => {
      queue.push({ question, answer, fail })
      if (isBusy) return
      isBusy = true
      // What arrived in the same turn of the event loop goes along.
      setImmediate(() => void work())
    })
}
