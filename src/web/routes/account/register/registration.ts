import type { FieldPath } from 'react-hook-form'
import type { register } from '#contract/people/accounts'
import { demo } from '#contract/people/demo'
import type { Input } from '#contract/endpoint'
import { hasDemoPeople } from '../../../shell/arrival/demo-people.ts'

type Sent = Input<typeof register>
export type Registration = Omit<Sent, 'isOver18' | 'payment' | 'captcha'> & {
  isOver18: boolean
  /** The payment password may wait until it is first needed. */
  isPaymentNow: boolean
  payment: { password: string; repeat: string }
}

const empty: Registration = {
  account: '',
  nickname: '',
  email: '',
  country: 'VN',
  phone: '',
  password: '',
  repeat: '',
  isPaymentNow: false,
  payment: { password: '', repeat: '' },
  invitationCode: '',
  isOver18: false,
}

/** An empty form, with the code of whoever invited; a demonstration invites everybody itself. */
export function emptyRegistration(invite: string | null): Registration {
  return { ...empty, invitationCode: invite ?? (hasDemoPeople() ? demo.invitationCode : '') }
}

/** The form as the call takes it. */
export function toInput({ isPaymentNow, payment, ...rest }: Registration): Sent {
  return { ...rest, ...(isPaymentNow && { payment }) } as Sent
}

/** What the first step asks for; everything else belongs to the second. */
export const firstFields = ['account', 'password', 'repeat'] as const satisfies readonly FieldPath<Registration>[]

/** The fields that a refusal may name. */
export const fields = [
  ...firstFields,
  'nickname',
  'email',
  'phone',
  'payment.password',
  'invitationCode',
  'isOver18',
] as const satisfies readonly FieldPath<Registration>[]

export const isFirstField = (name: string): boolean => firstFields.some((each) => each === name)

type Secret = 'password' | 'repeat' | 'payment.password' | 'payment.repeat'
type Touched = Partial<Record<'repeat', boolean>> & { payment?: Partial<Record<'password' | 'repeat', boolean>> }

/**
 * A changed password may put right or wrong what was typed into the others; those not reached yet are left in peace.
 */
export function alsoJudged(changed: Secret, { repeat, payment }: Touched): Secret[] {
  const others: Secret[] = []
  if (changed === 'password' && repeat) others.push('repeat')
  if (changed === 'password' && payment?.password) others.push('payment.password')
  if (changed === 'payment.password' && payment?.repeat) others.push('payment.repeat')
  return others
}
