type Waiting<Question, Answer> = {
  readonly question: Question
  answer(answer: Answer): void
  fail(error: unknown): void
}

/**
 * Batches questions to the database: those that arrive during a query share the next query. There is no added delay, and every
 * answer is as fresh as that of a query of its own. A query has at most `most` questions.
 */
export function askTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most = Infinity,
): (question: Question) => Promise<Answer> {
  let queue: Waiting<Question, Answer>[] = []
  let isBusy = false
  const work = async () => {
    while (queue.length > 0) {
      const asked = queue.slice(0, most)
      queue = queue.slice(most)
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
      // Questions from the same turn of the event loop join this batch.
      setImmediate(() => void work())
    })
}
