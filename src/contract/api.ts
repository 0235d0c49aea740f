import { register, signIn } from './people/accounts.ts'
import { me, signOut } from './people/me.ts'
import { getCaptcha } from './people/captcha.ts'
import { applyForCertification, myCertification } from './people/certifications.ts'
import {
  listCertifications,
  passCertification,
  rejectCertification,
  takeCertification,
} from './console/certifications.ts'
import { createInvitation, listActions, listMails } from './console/desk.ts'
import { searchPlayers, setPlayerStatus, viewPlayer } from './console/players.ts'
import type { Endpoint } from './endpoint.ts'
import { operatorFactors, playerFactors } from './factors.ts'
import { listGames } from './games.ts'
import {
  askChange,
  changeLoginPassword,
  closeAccount,
  confirmChange,
  editProfile,
  exportMe,
  setPaymentPassword,
} from './people/profile.ts'
import { askRecovery, recover } from './people/recovery.ts'
import { confirmSession, endOneSession, endOtherSessions, listSessions } from './people/sessions.ts'
import { site } from './site.ts'
import { operatorMe, signInOperator, signOutOperator } from './ops.ts'
import { uploadPicture, viewUpload, viewUploadAsOperator } from './uploads.ts'
import { operatorSecondFactor, secondFactor } from './second-factor.ts'

/** Every call of the player app, by name. */
export const playerApi = {
  'accounts.register': register,
  'accounts.sign-in': signIn,
  'accounts.sign-out': signOut,
  'accounts.me': me,
  'accounts.ask-recovery': askRecovery,
  'accounts.recover': recover,
  'accounts.edit-profile': editProfile,
  'accounts.ask-change': askChange,
  'accounts.confirm-change': confirmChange,
  'accounts.change-login-password': changeLoginPassword,
  'accounts.set-payment-password': setPaymentPassword,
  'accounts.export': exportMe,
  'accounts.close': closeAccount,
  'sessions.list': listSessions,
  'sessions.end-one': endOneSession,
  'sessions.end-others': endOtherSessions,
  'sessions.confirm': confirmSession,
  'captcha.get': getCaptcha,
  'certification.apply': applyForCertification,
  'certification.mine': myCertification,
  'accounts.second-factor': secondFactor,
  'factors.list': playerFactors.list,
  'factors.ask': playerFactors.ask,
  'factors.begin-totp': playerFactors.beginTotp,
  'factors.confirm-totp': playerFactors.confirmTotp,
  'factors.begin-passkey': playerFactors.beginPasskey,
  'factors.confirm-passkey': playerFactors.confirmPasskey,
  'factors.remove': playerFactors.remove,
  'factors.renew-recovery-codes': playerFactors.renewRecoveryCodes,
  'games.list': listGames,
  'site.get': site,
  'uploads.add': uploadPicture,
  'uploads.view': viewUpload,
} satisfies Record<string, Endpoint>

/** Every call of the operators' console, by name. It is served at an address of its own. */
export const consoleApi = {
  'ops.sign-in': signInOperator,
  'ops.sign-out': signOutOperator,
  'ops.me': operatorMe,
  'ops.uploads.view': viewUploadAsOperator,
  'certifications.list': listCertifications,
  'certifications.take': takeCertification,
  'certifications.pass': passCertification,
  'certifications.reject': rejectCertification,
  'players.search': searchPlayers,
  'players.view': viewPlayer,
  'players.set-status': setPlayerStatus,
  'invitations.create': createInvitation,
  'mails.list': listMails,
  'actions.list': listActions,
  'ops.second-factor': operatorSecondFactor,
  'ops.factors.list': operatorFactors.list,
  'ops.factors.ask': operatorFactors.ask,
  'ops.factors.begin-totp': operatorFactors.beginTotp,
  'ops.factors.confirm-totp': operatorFactors.confirmTotp,
  'ops.factors.begin-passkey': operatorFactors.beginPasskey,
  'ops.factors.confirm-passkey': operatorFactors.confirmPasskey,
  'ops.factors.remove': operatorFactors.remove,
  'ops.factors.renew-recovery-codes': operatorFactors.renewRecoveryCodes,
} satisfies Record<string, Endpoint>

export const api = { ...playerApi, ...consoleApi }
