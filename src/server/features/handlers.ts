import type { consoleApi, demoApi, playerApi } from '#contract/api'
import { operatorFactors, playerFactors } from '#contract/factors'
import type { HandlersFor } from '../http/handle.ts'
import { askRecoveryHandler } from './recovery/ask-recovery.ts'
import { askChangeHandler, confirmChangeHandler } from './accounts/change-contact.ts'
import { changeLoginPasswordHandler } from './accounts/change-login-password.ts'
import { closeAccountHandler } from './accounts/close-account.ts'
import { editProfileHandler } from './accounts/edit-profile.ts'
import { exportMeHandler } from './accounts/export-me.ts'
import { demoMailHandler } from './recovery/demo-mail.ts'
import { recoverHandler } from './recovery/recover.ts'
import {
  confirmSessionHandler,
  endOneSessionHandler,
  endOtherSessionsHandler,
  listSessionsHandler,
} from './accounts/sessions.ts'
import { setPaymentPasswordHandler } from './accounts/set-payment-password.ts'
import { meHandler } from './accounts/me.ts'
import { registerHandler } from './accounts/register.ts'
import { signInHandler } from './accounts/sign-in.ts'
import { signOutHandler } from './accounts/sign-out.ts'
import { getCaptchaHandler } from './captcha/get-captcha.ts'
import { applyForCertificationHandler } from './certifications/apply-for-certification.ts'
import { passCertificationHandler, rejectCertificationHandler } from './certifications/decide-certification.ts'
import { listCertificationsHandler } from './certifications/list-certifications.ts'
import { myCertificationHandler } from './certifications/my-certification.ts'
import {
  releaseCertificationHandler,
  takeCertificationHandler,
  viewCertificationHandler,
} from './certifications/take-certification.ts'
import { operatorSecondFactorHandler, secondFactorHandler } from './factors/answer-second-factor.ts'
import { answerPasskeySignInHandler, askPasskeySignInHandler } from './factors/passkey-sign-in.ts'
import { factorHandlers } from './factors/factor-handlers.ts'
import { getBetHandler } from './bets/get-bet.ts'
import { listBetsHandler } from './bets/list-bets.ts'
import { placeBetsHandler } from './bets/place-bets.ts'
import { cancelChaseHandler } from './chases/cancel-chase.ts'
import { listChasesHandler } from './chases/list-chases.ts'
import { placeChaseHandler } from './chases/place-chase.ts'
import { currentDrawsHandler } from './draws/current-draws.ts'
import { drawProofHandler } from './draws/draw-proof.ts'
import { drawStatisticsHandler } from './draws/draw-statistics.ts'
import { addWitnessHandler, listWitnessesHandler } from './draws/witnesses.ts'
import { listDrawsHandler } from './draws/list-draws.ts'
import { gameTrendsHandler } from './draws/trends.ts'
import { proposeCancelHandler } from './draws/cancel-draw.ts'
import { liftGameStopHandler, listGameStopsHandler, stopGameHandler } from './games/game-stops.ts'
import { confirmPlayLimitHandler, listPlayLimitsHandler, setPlayLimitHandler } from './play-limits/play-limits.ts'
import { askToReturnHandler, beginExclusionHandler } from './exclusions/change-exclusion.ts'
import {
  answerRealityCheckHandler,
  setRealityCheckHandler,
  showRealityCheckHandler,
} from './reality-check/reality-check.ts'
import { showExposureHandler } from './games/exposure.ts'
import { listGamesHandler } from './games/list-games.ts'
import { listPeriodsHandler, viewPeriodHandler } from './games/periods.ts'
import { showGamesHandler } from './games/show-games.ts'
import { createInvitationHandler } from './invitations/create-invitation.ts'
import { listMailsHandler } from './mails/list-mails.ts'
import { showDeskHandler } from './desk/show-desk.ts'
import { dismissOperatorHandler, setOperatorRoleHandler } from './operators/change-operators.ts'
import { inviteOperatorHandler, joinOperatorsHandler } from './operators/invitations.ts'
import { changeOperatorPasswordHandler, confirmOperatorHandler } from './operators/own-password.ts'
import { exportActionsHandler, listActionsHandler } from './operators/list-actions.ts'
import { listOperatorsHandler } from './operators/list-operators.ts'
import { addPlayerNoteHandler, listPlayerBetsHandler, listPlayerStatementHandler } from './players/player-records.ts'
import { reportGamesHandler } from './reports/report-games.ts'
import { reportMoneyHandler } from './reports/report-money.ts'
import { operatorMeHandler, signInOperatorHandler, signOutOperatorHandler } from './operators/sessions.ts'
import {
  announcementsHandler,
  listAnnouncementsHandler,
  withdrawAnnouncementHandler,
  writeAnnouncementHandler,
} from './site/announcements.ts'
import { houseTextsHandler, listHouseTextsHandler, setHouseTextHandler } from './site/house-texts.ts'
import { listCountriesHandler, proposeCountriesHandler } from './countries/change-countries.ts'
import { servedCountriesHandler } from './countries/served.ts'
import {
  answerConversationHandler,
  closeConversationHandler,
  openCaseHandler,
  resolveCaseHandler,
} from './service/answer.ts'
import { assignConversationHandler, claimConversationHandler } from './service/claim.ts'
import {
  queueConversationsHandler,
  readAtDeskHandler,
  typeAtDeskHandler,
  viewConversationHandler,
  viewServicePictureHandler,
} from './service/desk.ts'
import { exportConversationHandler } from './service/export-conversation.ts'
import {
  listMessagesHandler,
  myConversationHandler,
  readMessagesHandler,
  sayTypingHandler,
} from './service/my-conversation.ts'
import { listQuickAnswersHandler, quickAnswersHandler, setQuickAnswerHandler } from './service/quick-answers.ts'
import { sendMessageHandler } from './service/send-message.ts'
import { siteHandler } from './site/site.ts'
import {
  confirmDepositLimitHandler,
  listDepositLimitsHandler,
  setDepositLimitHandler,
} from './deposit-limits/change-limits.ts'
import { agreeDepositHandler, passDepositHandler, rejectDepositHandler } from './deposits/decide-deposit.ts'
import { queueDepositsHandler } from './deposits/queue-deposits.ts'
import { requestDepositHandler } from './deposits/request-deposit.ts'
import { proposeReversalHandler } from './deposits/reverse-deposit.ts'
import { depositOptionsHandler, listDepositsHandler, viewDepositHandler } from './deposits/show-deposits.ts'
import { releaseDepositHandler, takeDepositHandler, viewDepositAsOperatorHandler } from './deposits/take-deposit.ts'
import { approveProposalHandler, declineProposalHandler } from './proposals/decide-proposal.ts'
import { listProposalsHandler } from './proposals/list-proposals.ts'
import { publishReceivingHandler, retireReceivingHandler } from './receiving/change-receiving.ts'
import { giveCardHandler } from './receiving/give-card.ts'
import { currentCardsHandler, listReceivingHandler } from './receiving/list-receiving.ts'
import { proposeSettingHandler } from './settings/change-setting.ts'
import { stopMoneyHandler } from './settings/stop-money.ts'
import { listSettingsHandler, showMoneySettingsHandler } from './settings/show-settings.ts'
import { exportStatementHandler, listStatementHandler, summariseStatementHandler } from './statement/show-statement.ts'
import { addWalletHandler } from './wallets/add-wallet.ts'
import { listWalletsHandler, removeWalletHandler, setDefaultWalletHandler } from './wallets/manage-wallets.ts'
import {
  agreeWithdrawalHandler,
  passWithdrawalHandler,
  rejectWithdrawalHandler,
} from './withdrawals/decide-withdrawal.ts'
import { queueWithdrawalsHandler } from './withdrawals/queue-withdrawals.ts'
import { requestWithdrawalHandler } from './withdrawals/request-withdrawal.ts'
import {
  listWithdrawalsHandler,
  viewWithdrawalHandler,
  withdrawalOptionsHandler,
} from './withdrawals/show-withdrawals.ts'
import {
  releaseWithdrawalHandler,
  takeWithdrawalHandler,
  viewWithdrawalAsOperatorHandler,
} from './withdrawals/take-withdrawal.ts'
import { uploadPictureHandler } from './uploads/upload-picture.ts'
import { viewUploadAsOperatorHandler, viewUploadHandler } from './uploads/view-upload.ts'
import { searchPlayersHandler } from './players/search-players.ts'
import { setPlayerStatusHandler } from './players/set-player-status.ts'
import { viewPlayerHandler } from './players/view-player.ts'

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
  'chases.place': placeChaseHandler,
  'chases.list': listChasesHandler,
  'chases.cancel': cancelChaseHandler,
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
  'witnesses.add': addWitnessHandler,
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
