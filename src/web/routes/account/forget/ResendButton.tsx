import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Refused } from '#contract/client'
import { resendAfterMs } from '#core/rules/verification-code'
import { Button } from '#ui/Button'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { askRecoveryCode } from '../../../queries/sign-in.ts'
import { Outcome } from '../../../shell/Outcome.tsx'

const waitSeconds = resendAfterMs / 1000

/** Sends another code, as soon as the server would. */
export function ResendButton({ account, onSent }: { account: string; onSent: (requestId: string) => void }) {
  const { t } = useWords()
  const [secondsLeft, wait] = useCountdown(waitSeconds)
  const again = useMutation({
    mutationFn: () => askRecoveryCode(account),
    onSuccess: ({ requestId }) => {
      onSent(requestId)
      toast(t('recovery.sentAgain'))
      wait(waitSeconds)
    },
    onError: (error) => {
      if (error instanceof Refused && error.code === 'too_many_requests') wait(Number(error.facts.seconds))
    },
  })
  return (
    <div className="flex flex-col">
      <Outcome of={again} />
      <Button look="quiet" disabled={secondsLeft > 0 || again.isPending} onClick={() => again.mutate()}>
        {secondsLeft > 0 ? t('recovery.againIn', { seconds: secondsLeft }) : t('recovery.again')}
      </Button>
    </div>
  )
}

/** Whole seconds until a wait is over. Counted from the clock, because a phone stops timers while it shows the mail. */
function useCountdown(seconds: number): [secondsLeft: number, wait: (seconds: number) => void] {
  const [untilMs, setUntil] = useState(() => Date.now() + seconds * 1000)
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const wait = (more: number) => {
    setNow(Date.now())
    setUntil(Date.now() + more * 1000)
  }
  return [Math.max(0, Math.ceil((untilMs - nowMs) / 1000)), wait]
}
