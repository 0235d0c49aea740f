import type { consoleApi } from '#contract/api'
import { operatorFactors } from '#contract/factors'
import type { HandlersFor } from '../../services/calls/handle.ts'
import {
  passCertificationHandler,
  rejectCertificationHandler,
} from '../../features/certifications/decide-certification.ts'
import { listCertificationsHandler } from '../../features/certifications/list-certifications.ts'
import {
  releaseCertificationHandler,
  takeCertificationHandler,
  viewCertificationHandler,
} from '../../features/certifications/take-certification.ts'
import { operatorSecondFactorHandler } from '../../features/factors/answer-second-factor.ts'
import { answerPasskeySignInHandler, askPasskeySignInHandler } from '../../features/factors/passkey-sign-in.ts'
import { factorHandlers } from '../../features/factors/factor-handlers.ts'
import { proposeCancelHandler } from '../../features/draws/cancel-draw.ts'
import { liftGameStopHandler, listGameStopsHandler, stopGameHandler } from '../../features/game-stops/game-stops.ts'
import { showExposureHandler } from '../../features/games/exposure.ts'
import { listPeriodsHandler, viewPeriodHandler } from '../../features/games/periods.ts'
import { showGamesHandler } from '../../features/games/show-games.ts'
import { showWitnessesHandler } from '../../features/games/show-witnesses.ts'
import { showLiabilitiesHandler } from '../../features/liabilities/show-liabilities.ts'
import {
  depositListHandlers,
  withdrawalListHandlers,
  certificationListHandlers,
  conversationListHandlers,
  playerListHandlers,
  betListHandlers,
  actionListHandlers,
} from '../../features/lists/list-handlers.ts'
import {
  deleteViewHandler,
  listViewsHandler,
  renameViewHandler,
  saveViewHandler,
} from '../../features/lists/saved-views.ts'
import {
  handOverCertificationHandler,
  handOverDepositHandler,
  handOverWithdrawalHandler,
} from '../../features/reviews/hand-over.ts'
import { readShiftNoteHandler, writeShiftNoteHandler } from '../../features/shifts/notes.ts'
import { showWorkHandler } from '../../features/shifts/show-work.ts'
import { createInvitationHandler } from '../../features/invitations/create-invitation.ts'
import { listMailsHandler } from '../../features/mails/list-mails.ts'
import { showDeskHandler } from '../../features/desk/show-desk.ts'
import { dismissOperatorHandler, setOperatorRoleHandler } from '../../features/operators/change-operators.ts'
import { recoverOperatorHandler } from '../../features/operators/recover-operator.ts'
import { inviteOperatorHandler, joinOperatorsHandler } from '../../features/operators/invitations.ts'
import { changeOperatorPasswordHandler, confirmOperatorHandler } from '../../features/operators/own-password.ts'
import { exportActionsHandler, listActionsHandler } from '../../features/operators/list-actions.ts'
import { listOperatorsHandler } from '../../features/operators/list-operators.ts'
import {
  addPlayerNoteHandler,
  listPlayerBetsHandler,
  listPlayerNotesHandler,
  listPlayerStatementHandler,
} from '../../features/players/player-records.ts'
import { reportGamesHandler } from '../../features/reports/report-games.ts'
import { reportMoneyHandler } from '../../features/reports/report-money.ts'
import { reportCohortsHandler } from '../../features/reports/report-cohorts.ts'
import { reportHoursHandler } from '../../features/reports/report-hours.ts'
import { reportPlayersHandler } from '../../features/reports/report-players.ts'
import { setReportMailHandler, showReportMailHandler } from '../../features/reports/report-mail.ts'
import { showHouseNowHandler } from '../../features/desk/house-now.ts'
import { operatorMeHandler, signInOperatorHandler, signOutOperatorHandler } from '../../features/operators/sessions.ts'
import {
  listAnnouncementsHandler,
  withdrawAnnouncementHandler,
  writeAnnouncementHandler,
} from '../../features/site/announcements.ts'
import { listHouseTextsHandler, setHouseTextHandler } from '../../features/site/house-texts.ts'
import { listCountriesHandler, proposeCountriesHandler } from '../../features/countries/change-countries.ts'
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
import { listQuickAnswersHandler, setQuickAnswerHandler } from '../../features/service/quick-answers.ts'
import {
  agreeDepositHandler,
  passDepositHandler,
  rejectDepositHandler,
} from '../../features/deposits/decide-deposit.ts'
import { queueDepositsHandler } from '../../features/deposits/queue-deposits.ts'
import { proposeReversalHandler } from '../../features/deposits/reverse-deposit.ts'
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
import { listSettingsHandler } from '../../features/settings/show-settings.ts'
import {
  agreeWithdrawalHandler,
  passWithdrawalHandler,
  rejectWithdrawalHandler,
} from '../../features/withdrawals/decide-withdrawal.ts'
import { queueWithdrawalsHandler } from '../../features/withdrawals/queue-withdrawals.ts'
import {
  releaseWithdrawalHandler,
  takeWithdrawalHandler,
  viewWithdrawalAsOperatorHandler,
} from '../../features/withdrawals/take-withdrawal.ts'
import {
  closeSignalCaseHandler,
  handOverSignalCaseHandler,
  lookedSignalCaseHandler,
  noteSignalCaseHandler,
  resumeSignalCaseHandler,
  takeSignalCaseHandler,
  waitSignalCaseHandler,
} from '../../features/signal-cases/change-case.ts'
import { listSignalCasesHandler } from '../../features/signal-cases/list-cases.ts'
import { listSignalRulesHandler } from '../../features/signal-cases/list-rules.ts'
import { viewPlayerScoreHandler } from '../../features/signal-cases/scores.ts'
import { viewSignalCaseHandler } from '../../features/signal-cases/view-case.ts'
import { viewUploadAsOperatorHandler } from '../../features/uploads/view-upload.ts'
import { searchPlayersHandler } from '../../features/players/search-players.ts'
import { setPlayerStatusHandler } from '../../features/players/set-player-status.ts'
import { viewPlayerHandler } from '../../features/players/view-player.ts'
import { peopleHandlers } from './people-handlers.ts'

const ofOperators = factorHandlers(operatorFactors)

/** Name of call to handler. A call without one does not compile. */
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
  'players.notes': listPlayerNotesHandler,
  'players.note': addPlayerNoteHandler,
  'operators.list': listOperatorsHandler,
  'operators.invite': inviteOperatorHandler,
  'operators.set-role': setOperatorRoleHandler,
  'operators.recover': recoverOperatorHandler,
  'operators.dismiss': dismissOperatorHandler,
  'operators.join': joinOperatorsHandler,
  'reports.games': reportGamesHandler,
  'reports.money': reportMoneyHandler,
  'reports.hours': reportHoursHandler,
  'reports.players': reportPlayersHandler,
  'reports.cohorts': reportCohortsHandler,
  'ops.report-mail.show': showReportMailHandler,
  'ops.report-mail.set': setReportMailHandler,
  'ops.desk.now': showHouseNowHandler,
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
  'ops.liabilities.show': showLiabilitiesHandler,
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
  'lists.deposits.rows': depositListHandlers.rows,
  'lists.deposits.export': depositListHandlers.save,
  'lists.withdrawals.rows': withdrawalListHandlers.rows,
  'lists.withdrawals.export': withdrawalListHandlers.save,
  'lists.certifications.rows': certificationListHandlers.rows,
  'lists.certifications.export': certificationListHandlers.save,
  'lists.conversations.rows': conversationListHandlers.rows,
  'lists.conversations.export': conversationListHandlers.save,
  'lists.players.rows': playerListHandlers.rows,
  'lists.players.export': playerListHandlers.save,
  'lists.bets.rows': betListHandlers.rows,
  'lists.bets.export': betListHandlers.save,
  'lists.actions.rows': actionListHandlers.rows,
  'lists.actions.export': actionListHandlers.save,
  'views.list': listViewsHandler,
  'views.save': saveViewHandler,
  'views.rename': renameViewHandler,
  'views.delete': deleteViewHandler,
  'work.show': showWorkHandler,
  'work.write-note': writeShiftNoteHandler,
  'work.read-note': readShiftNoteHandler,
  'certifications.hand-over': handOverCertificationHandler,
  'ops.deposits.hand-over': handOverDepositHandler,
  'ops.withdrawals.hand-over': handOverWithdrawalHandler,
  'ops.signals.list': listSignalCasesHandler,
  'ops.signals.view': viewSignalCaseHandler,
  'ops.signals.take': takeSignalCaseHandler,
  'ops.signals.hand-over': handOverSignalCaseHandler,
  'ops.signals.note': noteSignalCaseHandler,
  'ops.signals.wait': waitSignalCaseHandler,
  'ops.signals.resume': resumeSignalCaseHandler,
  'ops.signals.looked': lookedSignalCaseHandler,
  'ops.signals.close': closeSignalCaseHandler,
  'ops.signals.rules': listSignalRulesHandler,
  'ops.signals.score': viewPlayerScoreHandler,
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
  ...peopleHandlers,
} satisfies HandlersFor<typeof consoleApi>
