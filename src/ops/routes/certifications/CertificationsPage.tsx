import {
  listCertifications,
  passCertification,
  rejectCertification,
  takeCertification,
} from '#contract/console/certifications'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Decision } from '../../reviews/Decision.tsx'
import { Picture } from '../../reviews/Picture.tsx'
import { PlayerGlance } from '../../reviews/PlayerGlance.tsx'
import { ReviewDesk } from '../../reviews/ReviewDesk.tsx'

/** Applications for certification. */
export function CertificationsPage() {
  return (
    <ReviewDesk
      queue="certifications"
      list={() => call(listCertifications, {})}
      take={(id) => call(takeCertification, { id })}
      renderLine={({ country, documentKind }) => (
        <span className="text-quiet">
          {countryName(country)} · {t(`document.${documentKind}`)}
        </span>
      )}
      renderCase={(taken, onDone) => <Application taken={taken} onDone={onDone} />}
    />
  )
}

const countryName = (code: string) => new Intl.DisplayNames(spoken(), { type: 'region' }).of(code) ?? code

type Props = { taken: Output<typeof takeCertification>; onDone: (said: string) => void }

function Application({ taken, onDone }: Props) {
  const { id } = taken
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <div className="flex flex-col gap-4">
        <Panel title={t('picture.document')}>
          {taken.photoId ? <Picture id={taken.photoId} name={t('picture.document')} /> : <p>{t('picture.none')}</p>}
        </Panel>
        <PlayerGlance playerId={taken.playerId} />
      </div>
      <div className="flex flex-col gap-4">
        <Panel title={t('case.about')}>
          <Facts
            of={[
              [t('field.account'), taken.account],
              [t('field.name'), taken.legalName],
              [t('field.bornOn'), taken.bornOn],
              [t('field.country'), countryName(taken.country)],
              [t('field.document'), t(`document.${taken.documentKind}`)],
              [
                t('field.documentNumber'),
                <span key="n" className="font-mono">
                  {taken.documentNumber}
                </span>,
              ],
              [t('field.alike'), taken.alike.length > 0 ? taken.alike.join(', ') : null],
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
