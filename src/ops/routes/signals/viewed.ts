import type { viewSignalCase } from '#contract/signals/cases'
import type { Output } from '#contract/endpoint'

export type Viewed = Output<typeof viewSignalCase>
