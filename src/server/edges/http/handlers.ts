import type { consoleApi, demoApi, playerApi } from '#contract/api'
import { operatorFactors, playerFactors } from '#contract/factors'
import type { HandlersFor } from '../../services/calls/handle.ts'
import { askRecoveryHandler } from '../../features/recovery/ask-recovery.ts'
import { askChangeHandler, confirmChangeHandler } from '../../features/accounts/change-contact.ts'
import { changeLoginPasswordHandler } from '../../features/accounts/change-login-password.ts'
import { closeAccountHandler } from '../../features/accounts/close-account.ts'
import { editProfileHandler } from '../../features/accounts/edit-profile.ts'
import { exportMeHandler } from '../../features/accounts/export-me.ts'
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
import {
  passCertificationHandler,
  rejectCertificationHandler,
} from '../../features/certifications/decide-certification.ts'
import { listCertificationsHandler } from '../../features/certifications/list-certifications.ts'
import { myCertificationHandler } from '../../features/certifications/my-certification.ts'
import {
  releaseCertificationHandler,
  takeCertificationHandler,
  viewCertificationHandler,
} from '../../features/certifications/take-certification.ts'
import { operatorSecondFactorHandler, secondFactorHandler } from '../../features/factors/answer-second-factor.ts'
import { answerPasskeySignInHandler, askPasskeySignInHandler } from '../../features/factors/passkey-sign-in.ts'
import { factorHandlers } from '../../features/factors/factor-handlers.ts'
import { getBetHandler } from '../../features/bets/showing/get-bet.ts'
import { listBetsHandler } from '../../features/bets/showing/list-bets.ts'
import { placeBetsHandler } from '../../features/bets/placing/place-bets.ts'
import { cancelRepeatOrderHandler } from '../../features/bets/repeat-orders/cancel-repeat-order.ts'
import { listRepeatOrdersHandler } from '../../features/bets/repeat-orders/list-repeat-orders.ts'
import { placeRepeatOrderHandler } from '../../features/bets/repeat-orders/place-repeat-order.ts'
import { currentDrawsHandler } from '../../features/draws/current-draws.ts'
import { drawProofHandler } from '../../features/draws/draw-proof.ts'
import { drawStatisticsHandler } from '../../features/draws/draw-statistics.ts'
import { listWitnessesHandler } from '../../features/draws/witnesses.ts'
import { listDrawsHandler } from '../../features/draws/list-draws.ts'
import { gameTrendsHandler } from '../../features/draws/trends.ts'
import { proposeCancelHandler } from '../../features/draws/cancel-draw.ts'
import { liftGameStopHandler, listGameStopsHandler, stopGameHandler } from '../../features/game-stops/game-stops.ts'
import {
  confirmPlayLimitHandler,
  listPlayLimitsHandler,
  setPlayLimitHandler,
} from '../../features/play-limits/play-limits.ts'
import { askToReturnHandler, beginExclusionHandler } from '../../features/exclusions/change-exclusion.ts'
import {
  answerRealityCheckHandler,
  setRealityCheckHandler,
  showRealityCheckHandler,
} from '../../features/reality-check/reality-check.ts'
import { showExposureHandler } from '../../features/games/exposure.ts'
import { listGamesHandler } from '../../features/games/list-games.ts'
import { listPeriodsHandler, viewPeriodHandler } from '../../features/games/periods.ts'
import { showGamesHandler } from '../../features/games/show-games.ts'
import { showWitnessesHandler } from '../../features/games/show-witnesses.ts'
import { createInvitationHandler } from '../../features/invitations/create-invitation.ts'
import { listMailsHandler } from '../../features/mails/list-mails.ts'
import { showDeskHandler } from '../../features/desk/show-desk.ts'
import { dismissOperatorHandler, setOperatorRoleHandler } from '../../features/operators/change-operators.ts'
import { inviteOperatorHandler, joinOperatorsHandler } from '../../features/operators/invitations.ts'
import { changeOperatorPasswordHandler, confirmOperatorHandler } from '../../features/operators/own-password.ts'
import { exportActionsHandler, listActionsHandler } from '../../features/operators/list-actions.ts'
import { listOperatorsHandler } from '../../features/operators/list-operators.ts'
import {
  addPlayerNoteHandler,
  listPlayerBetsHandler,
  listPlayerStatementHandler,
} from '../../features/players/player-records.ts'
import { reportGamesHandler } from '../../features/reports/report-games.ts'
import { reportMoneyHandler } from '../../features/reports/report-money.ts'
import { operatorMeHandler, signInOperatorHandler, signOutOperatorHandler } from '../../features/operators/sessions.ts'
import {
  announcementsHandler,
  listAnnouncementsHandler,
  withdrawAnnouncementHandler,
  writeAnnouncementHandler,
} from '../../features/site/announcements.ts'
import { houseTextsHandler, listHouseTextsHandler, setHouseTextHandler } from '../../features/site/house-texts.ts'
import { listCountriesHandler, proposeCountriesHandler } from '../../features/countries/change-countries.ts'
import { servedCountriesHandler } from '../../features/countries/served.ts'
import {
  answerConversationHandler,
  closeConversationHandler,
  openCaseHandler,
  resolveCaseHandler,
} from '../../features/service/answer.ts'
import { assignConversationHandler, claimConversationHandler } from '../../features/service/claim.ts'
import {
  queueConversationsHandler,
  readAtDeskHandler,
  typeAtDeskHandler,
  viewConversationHandler,
  viewServicePictureHandler,
} from '../../features/service/desk.ts'
import { exportConversationHandler } from '../../features/service/export-conversation.ts'
import {
  listMessagesHandler,
  myConversationHandler,
  readMessagesHandler,
  sayTypingHandler,
} from '../../features/service/my-conversation.ts'
import {
  listQuickAnswersHandler,
  quickAnswersHandler,
  setQuickAnswerHandler,
} from '../../features/service/quick-answers.ts'
import { sendMessageHandler } from '../../features/service/send-message.ts'
import { siteHandler } from '../../features/site/site.ts'
import {
  confirmDepositLimitHandler,
  listDepositLimitsHandler,
  setDepositLimitHandler,
} from '../../features/deposit-limits/change-limits.ts'
import {
  agreeDepositHandler,
  passDepositHandler,
  rejectDepositHandler,
} from '../../features/deposits/decide-deposit.ts'
import { queueDepositsHandler } from '../../features/deposits/queue-deposits.ts'
import { requestDepositHandler } from '../../features/deposits/request-deposit.ts'
import { proposeReversalHandler } from '../../features/deposits/reverse-deposit.ts'
import {
  depositOptionsHandler,
  listDepositsHandler,
  viewDepositHandler,
} from '../../features/deposits/show-deposits.ts'
import {
  releaseDepositHandler,
  takeDepositHandler,
  viewDepositAsOperatorHandler,
} from '../../features/deposits/take-deposit.ts'
import { approveProposalHandler, declineProposalHandler } from '../../features/approvals/decide-proposal.ts'
import { listProposalsHandler } from '../../features/approvals/list-proposals.ts'
import { publishReceivingHandler, retireReceivingHandler } from '../../features/receiving/change-receiving.ts'
import { giveCardHandler } from '../../features/receiving/give-card.ts'
import { currentCardsHandler, listReceivingHandler } from '../../features/receiving/list-receiving.ts'
import { proposeSettingHandler } from '../../features/settings/change-setting.ts'
import { stopMoneyHandler } from '../../features/settings/stop-money.ts'
import { listSettingsHandler, showMoneySettingsHandler } from '../../features/settings/show-settings.ts'
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
import {
  agreeWithdrawalHandler,
  passWithdrawalHandler,
  rejectWithdrawalHandler,
} from '../../features/withdrawals/decide-withdrawal.ts'
import { queueWithdrawalsHandler } from '../../features/withdrawals/queue-withdrawals.ts'
import { requestWithdrawalHandler } from '../../features/withdrawals/request-withdrawal.ts'
import {
  listWithdrawalsHandler,
  viewWithdrawalHandler,
  withdrawalOptionsHandler,
} from '../../features/withdrawals/show-withdrawals.ts'
import {
  releaseWithdrawalHandler,
  takeWithdrawalHandler,
  viewWithdrawalAsOperatorHandler,
} from '../../features/withdrawals/take-withdrawal.ts'
import { uploadPictureHandler } from '../../features/uploads/upload-picture.ts'
import { viewUploadAsOperatorHandler, viewUploadHandler } from '../../features/uploads/view-upload.ts'
import { searchPlayersHandler } from '../../features/players/search-players.ts'
import { setPlayerStatusHandler } from '../../features/players/set-player-status.ts'
import { viewPlayerHandler } from '../../features/players/view-player.ts'

const ofPlayers = factorHandlers(playerFactors)
const ofOperators = factorHandlers(operatorFactors)

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
  'service.conversation': myConversationHandler,
  'service.messages': listMessagesHandler,
  'service.send': sendMessageHandler,
  'service.mark-read': readMessagesHandler,
  'service.typing': sayTypingHandler,
  'service.answers': quickAnswersHandler,
  'service.export': exportConversationHandler,
} satisfies HandlersFor<typeof playerApi>

export const demoHandlers = { 'demo.mail': demoMailHandler } satisfies HandlersFor<typeof demoApi>

export const consoleHandlers = {
  'ops.sign-in': signInOperatorHandler,
  'ops.sign-out': signOutOperatorHandler,
  'ops.me': operatorMeHandler,
  'ops.desk': showDeskHandler,
  'ops.uploads.view': viewUploadAsOperatorHandler,
  'certifications.list': listCertificationsHandler,
  'certifications.view': viewCertificationHandler,
  'certifications.take': takeCertificationHandler,
  'certifications.release': releaseCertificationHandler,
  'certifications.pass': passCertificationHandler,
  'certifications.reject': rejectCertificationHandler,
  'players.search': searchPlayersHandler,
  'players.view': viewPlayerHandler,
  'players.set-status': setPlayerStatusHandler,
  'players.statement': listPlayerStatementHandler,
  'players.bets': listPlayerBetsHandler,
  'players.note': addPlayerNoteHandler,
  'operators.list': listOperatorsHandler,
  'operators.invite': inviteOperatorHandler,
  'operators.set-role': setOperatorRoleHandler,
  'operators.dismiss': dismissOperatorHandler,
  'operators.join': joinOperatorsHandler,
  'reports.games': reportGamesHandler,
  'reports.money': reportMoneyHandler,
  'invitations.create': createInvitationHandler,
  'mails.list': listMailsHandler,
  'actions.list': listActionsHandler,
  'actions.export': exportActionsHandler,
  'ops.deposits.list': queueDepositsHandler,
  'ops.deposits.view': viewDepositAsOperatorHandler,
  'ops.deposits.take': takeDepositHandler,
  'ops.deposits.release': releaseDepositHandler,
  'ops.deposits.agree': agreeDepositHandler,
  'ops.deposits.pass': passDepositHandler,
  'ops.deposits.reject': rejectDepositHandler,
  'ops.deposits.reverse': proposeReversalHandler,
  'ops.withdrawals.list': queueWithdrawalsHandler,
  'ops.withdrawals.view': viewWithdrawalAsOperatorHandler,
  'ops.withdrawals.take': takeWithdrawalHandler,
  'ops.withdrawals.release': releaseWithdrawalHandler,
  'ops.withdrawals.agree': agreeWithdrawalHandler,
  'ops.withdrawals.pass': passWithdrawalHandler,
  'ops.withdrawals.reject': rejectWithdrawalHandler,
  'receiving.list': listReceivingHandler,
  'receiving.cards': currentCardsHandler,
  'receiving.publish': publishReceivingHandler,
  'receiving.retire': retireReceivingHandler,
  'receiving.give': giveCardHandler,
  'settings.list': listSettingsHandler,
  'settings.propose': proposeSettingHandler,
  'countries.list': listCountriesHandler,
  'countries.propose': proposeCountriesHandler,
  'announcements.list': listAnnouncementsHandler,
  'announcements.write': writeAnnouncementHandler,
  'announcements.withdraw': withdrawAnnouncementHandler,
  'texts.list': listHouseTextsHandler,
  'texts.set': setHouseTextHandler,
  'proposals.list': listProposalsHandler,
  'proposals.approve': approveProposalHandler,
  'proposals.decline': declineProposalHandler,
  'game-stops.list': listGameStopsHandler,
  'game-stops.stop': stopGameHandler,
  'game-stops.lift': liftGameStopHandler,
  'money-stops.stop': stopMoneyHandler,
  'ops.games.show': showGamesHandler,
  'ops.witnesses.show': showWitnessesHandler,
  'ops.periods.list': listPeriodsHandler,
  'ops.periods.view': viewPeriodHandler,
  'ops.periods.exposure': showExposureHandler,
  'ops.draws.cancel': proposeCancelHandler,
  'ops.service.queue': queueConversationsHandler,
  'ops.service.view': viewConversationHandler,
  'ops.service.picture': viewServicePictureHandler,
  'ops.service.claim': claimConversationHandler,
  'ops.service.assign': assignConversationHandler,
  'ops.service.answer': answerConversationHandler,
  'ops.service.close': closeConversationHandler,
  'ops.service.open-case': openCaseHandler,
  'ops.service.resolve-case': resolveCaseHandler,
  'ops.service.mark-read': readAtDeskHandler,
  'ops.service.typing': typeAtDeskHandler,
  'ops.service.answers': listQuickAnswersHandler,
  'ops.service.set-answer': setQuickAnswerHandler,
  'ops.confirm': confirmOperatorHandler,
  'ops.change-password': changeOperatorPasswordHandler,
  'ops.second-factor': operatorSecondFactorHandler,
  'ops.ask-passkey': askPasskeySignInHandler,
  'ops.answer-passkey': answerPasskeySignInHandler,
  'ops.factors.list': ofOperators.list,
  'ops.factors.ask': ofOperators.ask,
  'ops.factors.begin-totp': ofOperators.beginTotp,
  'ops.factors.confirm-totp': ofOperators.confirmTotp,
  'ops.factors.begin-passkey': ofOperators.beginPasskey,
  'ops.factors.confirm-passkey': ofOperators.confirmPasskey,
  'ops.factors.remove': ofOperators.remove,
  'ops.factors.renew-recovery-codes': ofOperators.renewRecoveryCodes,
} satisfies HandlersFor<typeof consoleApi>
