import {
  closeSignalCase,
  handOverSignalCase,
  listSignalCases,
  listSignalRules,
  lookedSignalCase,
  noteSignalCase,
  resumeSignalCase,
  takeSignalCase,
  viewPlayerScore,
  viewSignalCase,
  waitSignalCase,
} from './cases.ts'

/** The console's calls about signals and their cases. */
export const signalCalls = {
  'ops.signals.list': listSignalCases,
  'ops.signals.view': viewSignalCase,
  'ops.signals.take': takeSignalCase,
  'ops.signals.hand-over': handOverSignalCase,
  'ops.signals.note': noteSignalCase,
  'ops.signals.wait': waitSignalCase,
  'ops.signals.resume': resumeSignalCase,
  'ops.signals.looked': lookedSignalCase,
  'ops.signals.close': closeSignalCase,
  'ops.signals.rules': listSignalRules,
  'ops.signals.score': viewPlayerScore,
} as const
