import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/Button'
import { toast } from '#ui/Toast'
import { useWords } from '../../i18n/words.ts'

/**
 * One tap makes a visitor the demo player. It is part of the document from the first paint and seen only where the
 * document says that there is such a player, so nothing moves when the app comes.
 */
export function DemoEntry({ look = 'brand' }: { look?: 'brand' | 'quiet' }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    try {
      await (await import('./enter-demo.ts')).enterDemo(queries)
    } catch {
      toast(t('common.unreachable'), 'bad')
    }
    setBusy(false)
  }
  return (
    <Button look={look} className="demo-people" disabled={isBusy} onClick={() => void enter()}>
      {t('home.tryDemo')}
    </Button>
  )
}
