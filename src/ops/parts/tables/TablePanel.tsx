import type { ComponentProps } from 'react'
import { Problem } from '../Form.tsx'
import { Panel } from '../Panel.tsx'
import { Table } from './Table.tsx'
import { More } from '../paged.tsx'

type Props = Pick<ComponentProps<typeof Table>, 'heads' | 'children'> & {
  title: string
  error: unknown
  /** Fetches the next page; null where there is none. */
  more?: (() => void) | null
}

/** A titled table with what went wrong above it and the way to its next page below it. */
export function TablePanel({ title, error, heads, more = null, children }: Props) {
  return (
    <Panel title={title}>
      <Problem error={error} />
      <Table label={title} heads={heads}>
        {children}
      </Table>
      <More more={more} />
    </Panel>
  )
}
