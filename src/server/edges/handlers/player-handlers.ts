import type { demoApi, demoMailApi, playerApi } from '#contract/api'
import { playerFactors } from '#contract/factors'
import type { HandlersFor } from '../../services/calls/handle.ts'
import { askRecoveryHandler } from '../../features/recovery/ask-recovery.ts'
import { askChangeHandler, confirmChangeHandler } from '../../features/accounts/change-contact.ts'
import { changeLoginPasswordHandler } from '../../features/accounts/change-login-password.ts'
import { closeAccountHandler } from '../../features/accounts/close-account.ts'
import { editProfileHandler } from '../../features/accounts/edit-profile.ts'
import { exportMeHandler } from '../../features/accounts/export-me.ts'
import { enterAsDemoOperatorHandler, enterAsDemoPlayerHandler } from '../../features/demo/enter-demo.ts'
import { demoMailHandler } from '../../features/recovery/demo-mail.ts'
import { recoverHandler } from '../../features/recovery/recover.ts'
import {
  confirmSessionHandler,
  endOneSessionHandler,
  endOtherSessionsHandler,
  listSessionsHandler,
} from '../../features/accounts/sessions.ts'
import { setPaymentPasswordHandler } from '../../features/accounts/set-payment-password.ts'
import { meHandler } from '../../features/accounts/me.ts'
import { registerHandler } from '../../features/accounts/register.ts'
import { signInHandler } from '../../features/accounts/sign-in.ts'
import { signOutHandler } from '../../features/accounts/sign-out.ts'
import { getCaptchaHandler } from '../../features/captcha/get-captcha.ts'
import { applyForCertificationHandler } from '../../features/certifications/apply-for-certification.ts'
import { myCertificationHandler } from '../../features/certifications/my-certification.ts'
import { secondFactorHandler } from '../../features/factors/answer-second-factor.ts'
import { factorHandlers } from '../../features/factors/factor-handlers.ts'
import { getBetHandler } from '../../features/bets/showing/get-bet.ts'
import { listBetsHandler } from '../../features/bets/showing/list-bets.ts'
import { stakesInPlayHandler } from '../../features/bets/showing/stakes-in-play.ts'
import { placeBetsHandler } from '../../features/bets/placing/place-bets.ts'
import { cancelRepeatOrderHandler } from '../../features/bets/repeat-orders/cancel-repeat-order.ts'
import { listRepeatOrdersHandler } from '../../features/bets/repeat-orders/list-repeat-orders.ts'
import { placeRepeatOrderHandler } from '../../features/bets/repeat-orders/place-repeat-order.ts'
import { currentDrawsHandler } from '../../features/draws/current-draws.ts'
import { drawProofHandler } from '../../features/draws/draw-proof.ts'
import { drawStatisticsHandler } from '../../features/draws/draw-statistics.ts'
import { listWitnessesHandler } from '../../features/draws/witnesses.ts'
import { latestDrawsHandler } from '../../features/draws/latest-draws.ts'
import { listDrawsHandler } from '../../features/draws/list-draws.ts'
import { gameTrendsHandler } from '../../features/draws/trends.ts'
import {
  confirmPlayLimitHandler,
  listPlayLimitsHandler,
  setPlayLimitHandler,
} from '../../features/play-limits/play-limits.ts'
import { askToReturnHandler, beginExclusionHandler } from '../../features/exclusions/change-exclusion.ts'
import {
  choosePushKindsHandler,
  showPushHandler,
  subscribePushHandler,
  unsubscribePushHandler,
} from '../../features/push/push.ts'
import {
  answerRealityCheckHandler,
  setRealityCheckHandler,
  showRealityCheckHandler,
} from '../../features/reality-check/reality-check.ts'
import { listGamesHandler } from '../../features/games/list-games.ts'
import { liabilityTotalsHandler, myLiabilitiesHandler } from '../../features/liabilities/for-players.ts'
import { announcementsHandler } from '../../features/site/announcements.ts'
import { houseTextsHandler } from '../../features/site/house-texts.ts'
import { servedCountriesHandler } from '../../features/countries/served.ts'
import { exportConversationHandler } from '../../features/service/export-conversation.ts'
import {
  listMessagesHandler,
  myConversationHandler,
  readMessagesHandler,
  sayTypingHandler,
} from '../../features/service/my-conversation.ts'
import { quickAnswersHandler } from '../../features/service/quick-answers.ts'
import { sendMessageHandler } from '../../features/service/send-message.ts'
import { siteHandler } from '../../features/site/site.ts'
import {
  confirmDepositLimitHandler,
  listDepositLimitsHandler,
  setDepositLimitHandler,
} from '../../features/deposit-limits/change-limits.ts'
import { requestDepositHandler } from '../../features/deposits/request-deposit.ts'
import {
  depositOptionsHandler,
  listDepositsHandler,
  viewDepositHandler,
} from '../../features/deposits/show-deposits.ts'
import { showMoneySettingsHandler } from '../../features/settings/show-settings.ts'
import {
  exportStatementHandler,
  listStatementHandler,
  summariseStatementHandler,
} from '../../features/statement/show-statement.ts'
import { addWalletHandler } from '../../features/wallets/add-wallet.ts'
import {
  listWalletsHandler,
  removeWalletHandler,
  setDefaultWalletHandler,
} from '../../features/wallets/manage-wallets.ts'
import { requestWithdrawalHandler } from '../../features/withdrawals/request-withdrawal.ts'
import {
  listWithdrawalsHandler,
  viewWithdrawalHandler,
  withdrawalOptionsHandler,
} from '../../features/withdrawals/show-withdrawals.ts'
import { uploadPictureHandler } from '../../features/uploads/upload-picture.ts'
import { viewUploadHandler } from '../../features/uploads/view-upload.ts'

const ofPlayers = factorHandlers(playerFactors)

/** Name of call to handler. A call without one does not compile. */
export const playerHandlers = {
  'accounts.register': registerHandler,
  'accounts.sign-in': signInHandler,
  'accounts.sign-out': signOutHandler,
  'accounts.me': meHandler,
  'accounts.ask-recovery': askRecoveryHandler,
  'accounts.recover': recoverHandler,
  'accounts.edit-profile': editProfileHandler,
  'accounts.ask-change': askChangeHandler,
  'accounts.confirm-change': confirmChangeHandler,
  'accounts.change-login-password': changeLoginPasswordHandler,
  'accounts.set-payment-password': setPaymentPasswordHandler,
  'accounts.export': exportMeHandler,
  'accounts.close': closeAccountHandler,
  'exclusions.begin': beginExclusionHandler,
  'exclusions.return': askToReturnHandler,
  'reality-check.show': showRealityCheckHandler,
  'reality-check.set': setRealityCheckHandler,
  'reality-check.answer': answerRealityCheckHandler,
  'push.show': showPushHandler,
  'push.subscribe': subscribePushHandler,
  'push.choose-kinds': choosePushKindsHandler,
  'push.unsubscribe': unsubscribePushHandler,
  'sessions.list': listSessionsHandler,
  'sessions.end-one': endOneSessionHandler,
  'sessions.end-others': endOtherSessionsHandler,
  'sessions.confirm': confirmSessionHandler,
  'captcha.get': getCaptchaHandler,
  'certification.apply': applyForCertificationHandler,
  'certification.mine': myCertificationHandler,
  'accounts.second-factor': secondFactorHandler,
  'factors.list': ofPlayers.list,
  'factors.ask': ofPlayers.ask,
  'factors.begin-totp': ofPlayers.beginTotp,
  'factors.confirm-totp': ofPlayers.confirmTotp,
  'factors.begin-passkey': ofPlayers.beginPasskey,
  'factors.confirm-passkey': ofPlayers.confirmPasskey,
  'factors.remove': ofPlayers.remove,
  'factors.renew-recovery-codes': ofPlayers.renewRecoveryCodes,
  'bets.place': placeBetsHandler,
  'bets.list': listBetsHandler,
  'bets.in-play': stakesInPlayHandler,
  'bets.one': getBetHandler,
  'repeatOrders.place': placeRepeatOrderHandler,
  'repeatOrders.list': listRepeatOrdersHandler,
  'repeatOrders.cancel': cancelRepeatOrderHandler,
  'play-limits.list': listPlayLimitsHandler,
  'play-limits.set': setPlayLimitHandler,
  'play-limits.confirm': confirmPlayLimitHandler,
  'games.list': listGamesHandler,
  'site.get': siteHandler,
  'site.announcements': announcementsHandler,
  'site.texts': houseTextsHandler,
  'site.countries': servedCountriesHandler,
  'games.trends': gameTrendsHandler,
  'draws.current': currentDrawsHandler,
  'draws.latest': latestDrawsHandler,
  'draws.list': listDrawsHandler,
  'draws.proof': drawProofHandler,
  'draws.statistics': drawStatisticsHandler,
  'draws.witnesses': listWitnessesHandler,
  'uploads.add': uploadPictureHandler,
  'uploads.view': viewUploadHandler,
  'wallets.list': listWalletsHandler,
  'wallets.add': addWalletHandler,
  'wallets.set-default': setDefaultWalletHandler,
  'wallets.remove': removeWalletHandler,
  'deposits.options': depositOptionsHandler,
  'deposits.request': requestDepositHandler,
  'deposits.list': listDepositsHandler,
  'deposits.view': viewDepositHandler,
  'deposit-limits.list': listDepositLimitsHandler,
  'deposit-limits.set': setDepositLimitHandler,
  'deposit-limits.confirm': confirmDepositLimitHandler,
  'withdrawals.options': withdrawalOptionsHandler,
  'withdrawals.request': requestWithdrawalHandler,
  'withdrawals.list': listWithdrawalsHandler,
  'withdrawals.view': viewWithdrawalHandler,
  'statement.list': listStatementHandler,
  'statement.summary': summariseStatementHandler,
  'statement.export': exportStatementHandler,
  'money.settings': showMoneySettingsHandler,
  'liabilities.totals': liabilityTotalsHandler,
  'liabilities.mine': myLiabilitiesHandler,
  'service.conversation': myConversationHandler,
  'service.messages': listMessagesHandler,
  'service.send': sendMessageHandler,
  'service.mark-read': readMessagesHandler,
  'service.typing': sayTypingHandler,
  'service.answers': quickAnswersHandler,
  'service.export': exportConversationHandler,
} satisfies HandlersFor<typeof playerApi>

export const demoMailHandlers = { 'demo.mail': demoMailHandler } satisfies HandlersFor<typeof demoMailApi>

export const demoHandlers = {
  player: { 'demo.enter': enterAsDemoPlayerHandler } satisfies HandlersFor<typeof demoApi.player>,
  console: { 'ops.demo.enter': enterAsDemoOperatorHandler } satisfies HandlersFor<typeof demoApi.console>,
}
