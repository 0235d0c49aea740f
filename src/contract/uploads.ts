import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What a picture is for; it can be attached to nothing else. */
const uploadPurposes = ['voucher', 'identity', 'chat', 'avatar'] as const

export type UploadPurpose = (typeof uploadPurposes)[number]

const byId = z.strictObject({ id: z.uuid('picture_unknown') })

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/uploads',
  summary: 'Upload a picture (JPEG, PNG or WebP) to attach to something within a day',
  who: 'player',
  body: 'picture',
  input: z.strictObject({ purpose: z.enum(uploadPurposes) }),
  output: z.strictObject({ id: z.uuid(), width: z.int(), height: z.int() }),
  refuses: ['picture_malformed', 'picture_too_large', 'pictures_too_many'],
  limit: 'upload',
  once: true,
})

export const viewUpload = endpoint({
  method: 'GET',
  path: '/uploads/:id',
  summary: 'A picture of one’s own',
  who: 'player',
  input: byId,
  output: 'picture',
  refuses: ['picture_unknown'],
  limit: 'read',
})

export const viewUploadAsOperator = endpoint({
  method: 'GET',
  path: '/console/uploads/:id',
  summary: 'A player’s picture',
  who: 'operator',
  can: 'uploads.view',
  input: byId,
  output: 'picture',
  refuses: ['picture_unknown'],
  limit: 'read',
})
