import type { HoursProblem } from '#core/fairness/liabilities/hours'
import type { ListProblem } from '#core/fairness/liabilities/leaf-list'
import type { PathProblem } from '#core/fairness/liabilities/path-file'

export type Problem = PathProblem | HoursProblem | ListProblem | 'not-witnessed' | 'another-root' | 'list-differs'

export const problemTexts: Readonly<Record<Problem, string>> = {
  'key-not-pinned': 'the log began with another key than the one you know',
  'checkpoint-false': 'the log’s checkpoint is not signed with its key',
  'record-malformed': 'the file does not hold a record of what the house owes',
  'record-not-in-log': 'the record is not in the log that the checkpoint names',
  'account-differs': 'the file is about another account than yours',
  'number-differs': 'the file and its record are of different proofs',
  'parts-differ': 'the parts do not add up to what is owed',
  'owed-differs': 'another amount was owed',
  'leaf-missing': 'a part of what you are owed is not among the leaves',
  'path-false': 'a path does not lead to the root and the total in the log',
  'number-out-of-order': 'a proof’s number is missing or stands twice',
  'instant-out-of-order': 'a proof’s instant is not after the one before, or after its own record',
  'names-differ': 'the named amounts do not add up to the total',
  'ledger-contradicted': 'the ledger’s head is not the one that the same log published',
  'line-malformed': 'a line of the list is malformed',
  'list-out-of-order': 'the list is out of order, or has a leaf twice',
  'sum-too-large': 'the list adds up to more than an amount can be',
  'list-differs': 'the list gives another root, total or number of leaves',
  'not-witnessed': 'too few of the witnesses you trust saw the record',
  'another-root': 'the site shows everybody else another proof of that number',
}
