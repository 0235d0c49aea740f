// What test runners report, as `npm test` tells it.
import { stripVTControlCharacters } from 'node:util'

export type TestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; message: string; status: string; assertionResults: Assertion[] }[]
}
type Assertion = { fullName: string; status: string; failureMessages: string[] }
export type JourneyReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] }
type Suite = { file: string; suites?: Suite[]; specs: Spec[] }
type Spec = { title: string; ok: boolean; file: string; tests: SpecTest[] }
type SpecTest = { status: string; results: { error?: { message?: string } }[] }

const said = (where: string, name: string, message = '') =>
  `${where} › ${name}\n    ${stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n    ')}`

/** Of each test that failed the name and the first lines that say why. */
export const failedTests = ({ testResults }: TestReport): string[] =>
  testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [said(name, 'the file itself', message)]
    return failed.map((each) => said(name, each.fullName, each.failureMessages[0]))
  })

const specsOf = ({ suites = [], specs }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)]

export const failedJourneys = (suites: readonly Suite[]): string[] =>
  suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => said(file, title, tests[0]?.results.at(-1)?.error?.message))

/** The names of tests that were neither passed nor failed. */
export const skippedTests = ({ testResults }: TestReport): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${name} › ${fullName}`),
  )

export const skippedJourneys = (suites: readonly Suite[]): string[] =>
  suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
    .map(({ file, title }) => `${file} › ${title}`)
