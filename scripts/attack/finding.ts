import { readFileSync } from 'node:fs'

const severities = ['info', 'low', 'medium', 'high'] as const
export type Severity = (typeof severities)[number]

/** What a tool found, where. */
export type Finding = {
  readonly tool: string
  readonly severity: Severity
  readonly where: string
  readonly what: string
}

/** A finding with the reason why nothing has to be changed, where there is one. */
export type Judged = Finding & { readonly explained: string | null }

type Explanation = {
  readonly tool: string
  /** The beginning of what the tool says. */
  readonly what: string
  /** The beginning of the place; without it the explanation is for every place. */
  readonly where?: string
  readonly reason: string
}

/** Judges findings by the explanations in `explained.json`. The same finding at several places is told once for each. */
export function judge(findings: readonly Finding[]): Judged[] {
  const text = readFileSync(new URL('explained.json', import.meta.url), 'utf8')
  const explanations = JSON.parse(text) as Explanation[]
  const reasonFor = ({ tool, what, where }: Finding) =>
    explanations.find((each) => each.tool === tool && what.startsWith(each.what) && where.startsWith(each.where ?? ''))
      ?.reason ?? null
  return findings
    .map((finding) => ({ ...finding, explained: reasonFor(finding) }))
    .sort((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity))
}

/** Whether a finding has to be mended: it is above low, and nothing explains it. */
export const isOpen = ({ severity, explained }: Judged): boolean =>
  severities.indexOf(severity) > severities.indexOf('low') && explained === null
