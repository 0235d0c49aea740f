import { getCaptcha } from '#contract/people/captcha'
import { makeChallenge } from '../../guard/captcha.ts'
import { handlePrepared } from '../../http/handle.ts'

export const getCaptchaHandler = handlePrepared(
  getCaptcha,
  (context) => makeChallenge(context, context.input.purpose),
  async ({ prepared }) => prepared,
)
