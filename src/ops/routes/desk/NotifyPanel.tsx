import { useState } from 'react'
import { t } from '../../i18n/words.ts'
import { Panel } from '../../parts/Panel.tsx'
import { canNotify, useWishes, wishNotifications, wishSound } from '../../shell/notices.ts'

/** How this browser tells the operator of new cases and alarms. */
export function NotifyPanel() {
  const { browser, sound } = useWishes()
  const [isDenied, setDenied] = useState(false)
  return (
    <Panel title={t('notify.title')}>
      <p className="mb-3 text-sm text-quiet">{t('notify.text')}</p>
      <div className="flex flex-col gap-2 text-sm">
        {canNotify() ? (
          <Switch
            label={t('notify.browser')}
            isOn={browser}
            onChange={(isOn) => void wishNotifications(isOn).then((isAllowed) => setDenied(!isAllowed))}
          />
        ) : null}
        {isDenied ? (
          <p role="alert" className="text-danger">
            {t('notify.denied')}
          </p>
        ) : null}
        <Switch label={t('notify.sound')} isOn={sound} onChange={wishSound} />
      </div>
    </Panel>
  )
}

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label className="flex min-h-9 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-brand"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
}
