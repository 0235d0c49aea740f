import {
  listCertifications,
  passCertification,
  rejectCertification,
  releaseCertification,
  takeCertification,
  viewCertification,
} from '#contract/console/certifications'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Decision } from '../../reviews/Decision.tsx'
import { Picture } from '../../reviews/Picture.tsx'
import { PlayerGlance } from '../../reviews/PlayerGlance.tsx'
import { ReviewQueue } from '../../reviews/ReviewQueue.tsx'

/** Applications for certification. */
export function CertificationsPage() {
  return (
    <ReviewQueue
      queue="certifications"
      list={() => call(listCertifications, {})}
      look={(id) => call(viewCertification, { id })}
      take={(id) => call(takeCertification, { id })}
      giveBack={(id) => call(releaseCertification, { id })}
      renderLine={({ country, documentKind }) => (
        <span className="text-quiet">
          {countryName(country)} · {t(`document.${documentKind}`)}
        </span>
      )}
      renderCase={(seen, onDone) => <Application seen={seen} onDone={onDone} />}
    />
  )
}

const countryName = (code: string) => new Intl.DisplayNames(spoken(), { type: 'region' }).of(code) ?? code

type Props = { seen: Output<typeof viewCertification>; onDone: (said: string) => void }

function Application({ seen, onDone }: Props) {
  const { id } = seen
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Panel title={t('picture.document')}>
          {seen.photoId ? <Picture id={seen.photoId} name={t('picture.document')} /> : <p>{t('picture.none')}</p>}
        </Panel>
        <PlayerGlance playerId={seen.playerId} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Panel title={t('case.about')}>
          <Facts
            of={[
              [t('field.account'), seen.account],
              [t('field.name'), seen.legalName],
              [t('field.bornOn'), seen.bornOn],
              [t('field.country'), countryName(seen.country)],
              [t('field.document'), t(`document.${seen.documentKind}`)],
              [
                t('field.documentNumber'),
                <span key="n" className="font-mono">
                  {seen.documentNumber}
                </span>,
              ],
              [t('field.alike'), seen.alike.length > 0 ? seen.alike.join(', ') : null],
            ]}
          />
        </Panel>
        <Decision
          renderFields={() => null}
          ways={[
            { name: t('case.pass'), look: 'brand', run: () => call(passCertification, { id }), said: t('case.passed') },
          ]}
          reasons={sharedWords().certification_reason}
          reject={(given) => call(rejectCertification, { id, ...given })}
          onDone={onDone}
        />
      </div>
    </div>
  )
}
