import { getCaptcha } from '#contract/people/captcha'
import { makeChallenge } from '../../services/guard/captcha.ts'
import { handlePrepared } from '../../services/calls/handle.ts'

export const getCaptchaHandler = handlePrepared(
  getCaptcha,
  (context) => makeChallenge(context, context.input.purpose),
  async ({ prepared }) => prepared,
)
