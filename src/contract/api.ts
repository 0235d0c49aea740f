import { register, signIn } from './people/accounts.ts'
import { me, signOut } from './people/me.ts'
import { getCaptcha } from './people/captcha.ts'
import { applyForCertification, myCertification } from './people/certifications.ts'
import { enterAsDemoOperator, enterAsDemoPlayer } from './people/demo.ts'
import {
  listCertifications,
  passCertification,
  rejectCertification,
  releaseCertification,
  takeCertification,
  viewCertification,
} from './console/certifications.ts'
import { listCountries, proposeCountries } from './console/countries.ts'
import {
  listAnnouncements,
  listHouseTexts,
  setHouseText,
  withdrawAnnouncement,
  writeAnnouncement,
} from './console/texts.ts'
import { createInvitation, exportActions, listActions, listMails, showDesk } from './console/desk.ts'
import {
  dismissOperator,
  inviteOperator,
  joinOperators,
  listOperators,
  recoverOperator,
  setOperatorRole,
} from './console/operators.ts'
import { peopleCalls } from './console/people/people-calls.ts'
import { workCalls } from './console/work/work-calls.ts'
import { signalCalls } from './signals/signal-calls.ts'
import {
  reportCohorts,
  reportGames,
  reportHours,
  reportMoney,
  reportPlayers,
  setReportMail,
  showReportMail,
} from './console/reports.ts'
import { showHouseNow } from './console/figures/house-now.ts'
import {
  addPlayerNote,
  listPlayerBets,
  listPlayerNotes,
  listPlayerStatement,
  searchPlayers,
  setPlayerStatus,
  viewPlayer,
} from './console/players.ts'
import {
  agreeDeposit,
  passDeposit,
  proposeReversal,
  queueDeposits,
  rejectDeposit,
  releaseDeposit,
  takeDeposit,
  viewDepositAsOperator,
} from './console/deposits.ts'
import { currentCards, giveCard, listReceiving, publishReceiving, retireReceiving } from './console/receiving.ts'
import { approveProposal, declineProposal, listProposals, listSettings, proposeSetting } from './console/settings.ts'
import {
  agreeWithdrawal,
  passWithdrawal,
  queueWithdrawals,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
  viewWithdrawalAsOperator,
} from './console/withdrawals.ts'
import { currentDraws, latestDraws } from './play/draws.ts'
import { drawProof, drawStatistics, gameTrends, listDraws, listWitnesses } from './play/past-draws.ts'
import {
  cancelRepeatOrder,
  getBet,
  listBets,
  listRepeatOrders,
  placeBets,
  placeRepeatOrder,
  stakesInPlay,
} from './play/bets.ts'
import type { Endpoint } from './endpoint.ts'
import { depositOptions, listDeposits, requestDeposit, viewDeposit } from './money/deposits.ts'
import { confirmDepositLimit, listDepositLimits, setDepositLimit } from './money/limits.ts'
import { liabilityTotals, myLiabilities, showLiabilities } from './money/liabilities.ts'
import { showMoneySettings } from './money/settings.ts'
import { exportStatement, listStatement, summariseStatement } from './money/statement.ts'
import { addWallet, listWallets, removeWallet, setDefaultWallet } from './money/wallets.ts'
import { listWithdrawals, requestWithdrawal, viewWithdrawal, withdrawalOptions } from './money/withdrawals.ts'
import { operatorFactors, playerFactors } from './factors.ts'
import { confirmPlayLimit, listPlayLimits, setPlayLimit } from './play/limits.ts'
import { listPeriods, showExposure, showGames, viewPeriod } from './console/draws.ts'
import { listGameStops, liftGameStop, proposeCancel, stopGame, stopMoney } from './console/games.ts'
import { showWitnesses } from './console/witnesses.ts'
import { listGames } from './play/games.ts'
import {
  askChange,
  changeLoginPassword,
  closeAccount,
  confirmChange,
  editProfile,
  exportMe,
  setPaymentPassword,
} from './people/profile.ts'
import {
  answerRealityCheck,
  askToReturn,
  beginExclusion,
  setRealityCheck,
  showRealityCheck,
} from './people/protection.ts'
import { choosePushKinds, showPush, subscribePush, unsubscribePush } from './people/push.ts'
import { askRecovery, demoMail, recover } from './people/recovery.ts'
import { confirmSession, endOneSession, endOtherSessions, listSessions } from './people/sessions.ts'
import {
  exportConversation,
  listMessages,
  myConversation,
  quickAnswers,
  readMessages,
  sayTyping,
  sendMessage,
} from './service/chat.ts'
import {
  answerConversation,
  assignConversation,
  claimConversation,
  closeConversation,
  listQuickAnswers,
  openCase,
  queueConversations,
  readAtDesk,
  resolveCase,
  setQuickAnswer,
  typeAtDesk,
  viewConversation,
  viewServicePicture,
} from './service/desk.ts'
import { announcements, houseTexts, servedCountries, site } from './site.ts'
import { changeOperatorPassword, confirmOperator, operatorMe, signInOperator, signOutOperator } from './ops.ts'
import { uploadPicture, viewUpload, viewUploadAsOperator } from './uploads.ts'
import { answerPasskeySignIn, askPasskeySignIn, operatorSecondFactor, secondFactor } from './second-factor.ts'

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
  'exclusions.begin': beginExclusion,
  'exclusions.return': askToReturn,
  'reality-check.show': showRealityCheck,
  'reality-check.set': setRealityCheck,
  'reality-check.answer': answerRealityCheck,
  'push.show': showPush,
  'push.subscribe': subscribePush,
  'push.choose-kinds': choosePushKinds,
  'push.unsubscribe': unsubscribePush,
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
  'bets.place': placeBets,
  'bets.list': listBets,
  'bets.in-play': stakesInPlay,
  'bets.one': getBet,
  'repeatOrders.place': placeRepeatOrder,
  'repeatOrders.list': listRepeatOrders,
  'repeatOrders.cancel': cancelRepeatOrder,
  'play-limits.list': listPlayLimits,
  'play-limits.set': setPlayLimit,
  'play-limits.confirm': confirmPlayLimit,
  'games.list': listGames,
  'site.get': site,
  'site.announcements': announcements,
  'site.texts': houseTexts,
  'site.countries': servedCountries,
  'games.trends': gameTrends,
  'draws.current': currentDraws,
  'draws.latest': latestDraws,
  'draws.list': listDraws,
  'draws.proof': drawProof,
  'draws.statistics': drawStatistics,
  'draws.witnesses': listWitnesses,
  'uploads.add': uploadPicture,
  'uploads.view': viewUpload,
  'wallets.list': listWallets,
  'wallets.add': addWallet,
  'wallets.set-default': setDefaultWallet,
  'wallets.remove': removeWallet,
  'deposits.options': depositOptions,
  'deposits.request': requestDeposit,
  'deposits.list': listDeposits,
  'deposits.view': viewDeposit,
  'deposit-limits.list': listDepositLimits,
  'deposit-limits.set': setDepositLimit,
  'deposit-limits.confirm': confirmDepositLimit,
  'withdrawals.options': withdrawalOptions,
  'withdrawals.request': requestWithdrawal,
  'withdrawals.list': listWithdrawals,
  'withdrawals.view': viewWithdrawal,
  'statement.list': listStatement,
  'statement.summary': summariseStatement,
  'statement.export': exportStatement,
  'money.settings': showMoneySettings,
  'liabilities.totals': liabilityTotals,
  'liabilities.mine': myLiabilities,
  'service.conversation': myConversation,
  'service.messages': listMessages,
  'service.send': sendMessage,
  'service.mark-read': readMessages,
  'service.typing': sayTyping,
  'service.answers': quickAnswers,
  'service.export': exportConversation,
} satisfies Record<string, Endpoint>

/** What the player app has besides in a demonstration that sends no mail, and nowhere else. */
export const demoMailApi = { 'demo.mail': demoMail } satisfies Record<string, Endpoint>

/** What the apps have besides in a demonstration with its own people, and never with real money. */
export const demoApi = {
  player: { 'demo.enter': enterAsDemoPlayer },
  console: { 'ops.demo.enter': enterAsDemoOperator },
} satisfies Record<string, Record<string, Endpoint>>

/** Every call of the operators' console, by name. It is served at an address of its own. */
export const consoleApi = {
  'ops.sign-in': signInOperator,
  'ops.sign-out': signOutOperator,
  'ops.me': operatorMe,
  'ops.desk': showDesk,
  'ops.uploads.view': viewUploadAsOperator,
  'certifications.list': listCertifications,
  'certifications.view': viewCertification,
  'certifications.take': takeCertification,
  'certifications.release': releaseCertification,
  'certifications.pass': passCertification,
  'certifications.reject': rejectCertification,
  'players.search': searchPlayers,
  'players.view': viewPlayer,
  'players.set-status': setPlayerStatus,
  'players.statement': listPlayerStatement,
  'players.bets': listPlayerBets,
  'players.notes': listPlayerNotes,
  'players.note': addPlayerNote,
  'operators.list': listOperators,
  'operators.invite': inviteOperator,
  'operators.set-role': setOperatorRole,
  'operators.recover': recoverOperator,
  'operators.dismiss': dismissOperator,
  'operators.join': joinOperators,
  'reports.games': reportGames,
  'reports.money': reportMoney,
  'reports.hours': reportHours,
  'reports.players': reportPlayers,
  'reports.cohorts': reportCohorts,
  'ops.report-mail.show': showReportMail,
  'ops.report-mail.set': setReportMail,
  'ops.desk.now': showHouseNow,
  'invitations.create': createInvitation,
  'mails.list': listMails,
  'actions.list': listActions,
  'actions.export': exportActions,
  'ops.deposits.list': queueDeposits,
  'ops.deposits.view': viewDepositAsOperator,
  'ops.deposits.take': takeDeposit,
  'ops.deposits.release': releaseDeposit,
  'ops.deposits.agree': agreeDeposit,
  'ops.deposits.pass': passDeposit,
  'ops.deposits.reject': rejectDeposit,
  'ops.deposits.reverse': proposeReversal,
  'ops.withdrawals.list': queueWithdrawals,
  'ops.withdrawals.view': viewWithdrawalAsOperator,
  'ops.withdrawals.take': takeWithdrawal,
  'ops.withdrawals.release': releaseWithdrawal,
  'ops.withdrawals.agree': agreeWithdrawal,
  'ops.withdrawals.pass': passWithdrawal,
  'ops.withdrawals.reject': rejectWithdrawal,
  'receiving.list': listReceiving,
  'receiving.cards': currentCards,
  'receiving.publish': publishReceiving,
  'receiving.retire': retireReceiving,
  'receiving.give': giveCard,
  'settings.list': listSettings,
  'settings.propose': proposeSetting,
  'countries.list': listCountries,
  'countries.propose': proposeCountries,
  'announcements.list': listAnnouncements,
  'announcements.write': writeAnnouncement,
  'announcements.withdraw': withdrawAnnouncement,
  'texts.list': listHouseTexts,
  'texts.set': setHouseText,
  'proposals.list': listProposals,
  'proposals.approve': approveProposal,
  'proposals.decline': declineProposal,
  'game-stops.list': listGameStops,
  'game-stops.stop': stopGame,
  'game-stops.lift': liftGameStop,
  'money-stops.stop': stopMoney,
  'ops.games.show': showGames,
  'ops.witnesses.show': showWitnesses,
  'ops.liabilities.show': showLiabilities,
  'ops.periods.list': listPeriods,
  'ops.periods.view': viewPeriod,
  'ops.periods.exposure': showExposure,
  'ops.draws.cancel': proposeCancel,
  'ops.service.queue': queueConversations,
  'ops.service.view': viewConversation,
  'ops.service.picture': viewServicePicture,
  'ops.service.claim': claimConversation,
  'ops.service.assign': assignConversation,
  'ops.service.answer': answerConversation,
  'ops.service.close': closeConversation,
  'ops.service.open-case': openCase,
  'ops.service.resolve-case': resolveCase,
  'ops.service.mark-read': readAtDesk,
  'ops.service.typing': typeAtDesk,
  'ops.service.answers': listQuickAnswers,
  'ops.service.set-answer': setQuickAnswer,
  'ops.confirm': confirmOperator,
  'ops.change-password': changeOperatorPassword,
  'ops.second-factor': operatorSecondFactor,
  'ops.ask-passkey': askPasskeySignIn,
  'ops.answer-passkey': answerPasskeySignIn,
  'ops.factors.list': operatorFactors.list,
  'ops.factors.ask': operatorFactors.ask,
  'ops.factors.begin-totp': operatorFactors.beginTotp,
  'ops.factors.confirm-totp': operatorFactors.confirmTotp,
  'ops.factors.begin-passkey': operatorFactors.beginPasskey,
  'ops.factors.confirm-passkey': operatorFactors.confirmPasskey,
  'ops.factors.remove': operatorFactors.remove,
  'ops.factors.renew-recovery-codes': operatorFactors.renewRecoveryCodes,
  ...peopleCalls,
  ...workCalls,
  ...signalCalls,
} satisfies Record<string, Endpoint>

export const api = { ...playerApi, ...consoleApi }
