import type { ReactNode } from 'react'
import { Problem } from '../../../parts/Form.tsx'
import { Panel } from '../../../parts/Panel.tsx'

/** One part of a player's file: a panel with its problem, if there is one. */
export function Part({ title, error, children }: { title: string; error: unknown; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="flex flex-col gap-4">
        <Problem error={error} />
        {children}
      </div>
    </Panel>
  )
}
