import * as z from 'zod/mini'
import { pushKinds } from '#core/rules/play/push'
import { endpoint } from '../endpoint.ts'
import { atMost, storable } from '../wire.ts'

const Kinds = z.array(z.enum(pushKinds, 'kind_unknown')).check(
  z.maxLength(pushKinds.length),
  z.refine((kinds) => new Set(kinds).size === kinds.length),
)

export const showPush = endpoint({
  method: 'GET',
  path: '/push',
  summary: 'Whether this session’s browser receives notifications, and of what the player is notified',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({ isOn: z.boolean(), kinds: z.array(z.enum(pushKinds)) }),
  refuses: [],
  limit: 'read',
})

export const subscribePush = endpoint({
  method: 'PUT',
  path: '/push/subscription',
  summary:
    'Receive notifications in this session’s browser, until the session ends; the same subscription again changes nothing',
  who: 'player',
  input: z.strictObject({
    /** What the browser’s push service gave: an address, a P-256 key and a secret, the latter two in base64url. */
    endpoint: z.string().check(atMost(1_000), storable),
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
  output: z.strictObject({}),
  refuses: ['push_not_offered', 'push_endpoint_refused'],
  limit: 'write',
})

export const choosePushKinds = endpoint({
  method: 'PUT',
  path: '/push/kinds',
  summary: 'Choose of what one is notified, in every browser that receives notifications',
  who: 'player',
  input: z.strictObject({ kinds: Kinds }),
  output: z.strictObject({}),
  refuses: ['kind_unknown'],
  limit: 'write',
})

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/push/subscription',
  summary: 'Receive no more notifications in this session’s browser',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({}),
  refuses: [],
  limit: 'write',
})
