// Every endpoint of the product, for whoever must walk over all of them: the server, the API page, the tests.

import { entities } from '../../domain/entities.ts'
import { type EntityDefinition, mayGiveToAll } from '../../domain/entity.ts'
import type { Endpoint } from '../endpoint.ts'
import { entityEndpoints } from '../entity-endpoints.ts'
import * as access from './access.ts'
import * as apiKeys from './api-key.ts'
import * as approval from './approval.ts'
import * as attendance from './attendance.ts'
import * as board from './board.ts'
import * as cameraRecording from './camera-recording.ts'
import * as cameras from './cameras.ts'
import * as channel from './channel.ts'
import * as community from './community.ts'
import * as conference from './conference.ts'
import * as device from './device.ts'
import * as order from './device-command.ts'
import * as duty from './duty.ts'
import * as emergencies from './emergency.ts'
import * as evidenceCases from './evidence-case.ts'
import * as face from './face.ts'
import * as fees from './fees.ts'
import * as fence from './fence.ts'
import * as file from './file.ts'
import * as identityProvider from './identity-provider.ts'
import * as indoor from './indoor.ts'
import * as intercom from './intercom.ts'
import * as invitation from './invitation.ts'
import * as label from './label.ts'
import * as leave from './leave.ts'
import * as leftBehind from './left-behind.ts'
import * as life from './life.ts'
import * as living from './living.ts'
import * as mallOrder from './mall-order.ts'
import * as mallShop from './mall-shop.ts'
import * as map from './map.ts'
import * as message from './message.ts'
import * as muster from './muster.ts'
import * as operations from './operations.ts'
import * as partUpload from './part-upload.ts'
import * as passkey from './passkey.ts'
import * as pay from './pay.ts'
import * as people from './people.ts'
import * as push from './push.ts'
import * as recording from './recording.ts'
import * as replays from './replay.ts'
import * as report from './report.ts'
import * as residentPage from './resident-page.ts'
import * as residentTalk from './resident-talk.ts'
import * as response from './response.ts'
import * as retention from './retention.ts'
import * as scene from './scene.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
import * as signInRules from './sign-in-rules.ts'
import * as sim from './sim.ts'
import * as supervision from './supervision.ts'
import * as tenant from './tenant.ts'
import * as track from './track.ts'
import * as videoLayout from './video-layout.ts'
import * as wall from './wall.ts'
import * as webhooks from './webhook.ts'
import * as website from './website.ts'

/** Endpoints that are not an entity's generic ones, by name. */
export const ownEndpoints = {
  login: session.login,
  sendCode: session.sendCode,
  loginByPhone: session.loginByPhone,
  loginAsVisitor: session.loginAsVisitor,
  autoLogin: session.autoLogin,
  makeAutoLoginLink: session.makeAutoLoginLink,
  logout: session.logout,
  chooseFirstPassword: session.chooseFirstPassword,
  proveFactor: secondFactor.proveFactor,
  beginEnrolment: secondFactor.beginEnrolment,
  finishEnrolment: secondFactor.finishEnrolment,
  getSignInRules: signInRules.getSignInRules,
  saveSignInRules: signInRules.saveSignInRules,
  getProvider: identityProvider.getProvider,
  saveProvider: identityProvider.saveProvider,
  tryProvider: identityProvider.tryProvider,
  providerOffer: identityProvider.providerOffer,
  beginProviderLogin: identityProvider.beginProviderLogin,
  finishProviderLogin: identityProvider.finishProviderLogin,
  ownFactor: secondFactor.ownFactor,
  beginApp: secondFactor.beginApp,
  confirmApp: secondFactor.confirmApp,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  removeApp: secondFactor.removeApp,
  resetFactor: secondFactor.resetFactor,
  ownPasskeys: passkey.ownPasskeys,
  beginPasskey: passkey.beginPasskey,
  finishPasskey: passkey.finishPasskey,
  renamePasskey: passkey.renamePasskey,
  removePasskey: passkey.removePasskey,
  beginPasskeyConfirmation: passkey.beginPasskeyConfirmation,
  confirmByPasskey: passkey.confirmByPasskey,
  beginPasskeyEnrolment: passkey.beginPasskeyEnrolment,
  finishPasskeyEnrolment: passkey.finishPasskeyEnrolment,
  beginPasskeyProof: passkey.beginPasskeyProof,
  proveByPasskey: passkey.proveByPasskey,
  beginPasskeyEntry: passkey.beginPasskeyEntry,
  enterByPasskey: passkey.enterByPasskey,
  changePassword: session.changePassword,
  ownSessions: session.ownSessions,
  endOwnSessions: session.endOwnSessions,
  readOutbox: session.readOutbox,
  bootInfo: session.bootInfo,
  apiKeySecret: apiKeys.apiKeySecret,
  apiKeyScopes: apiKeys.apiKeyScopes,
  webhookSecret: webhooks.webhookSecret,
  webhookTest: webhooks.webhookTest,
  setupFacts: setup.setupFacts,
  saySetup: setup.saySetup,
  skipSetup: setup.skipSetup,
  putSetupAway: setup.putSetupAway,
  hearSetup: setup.hearSetup,
  tryAlarm: setup.tryAlarm,
  invite: invitation.invite,
  openInvitations: invitation.openInvitations,
  withdrawInvitation: invitation.withdrawInvitation,
  lookAtInvitation: invitation.lookAtInvitation,
  acceptInvitation: invitation.acceptInvitation,
  emergencyLog: emergencies.emergencyLog,
  emergencyPeople: emergencies.emergencyPeople,
  emergenciesOfAlarm: emergencies.emergenciesOfAlarm,
  replay: replays.replay,
  caseContents: evidenceCases.caseContents,
  lookAtCase: evidenceCases.lookAtCase,
  holdItem: evidenceCases.holdItem,
  handOver: evidenceCases.handOver,
  caseArchive: evidenceCases.caseArchive,
  evidenceKey: evidenceCases.evidenceKey,
  feeRunPreview: fees.feeRunPreview,
  feeBillLines: fees.feeBillLines,
  arrearsByAge: fees.arrearsByAge,
  residentBills: fees.residentBills,
  residentPayWays: fees.residentPayWays,
  residentPay: fees.residentPay,
  residentPayment: fees.residentPayment,
  residentSandboxPay: fees.residentSandboxPay,
  leaveBalance: leave.leaveBalance,
  residentFacePicture: living.residentFacePicture,
  residentCode: residentPage.residentCode,
  residentLogin: residentPage.residentLogin,
  residentLogout: residentPage.residentLogout,
  residentHome: residentPage.residentHome,
  residentOrders: residentPage.residentOrders,
  residentOpenDoor: residentPage.residentOpenDoor,
  residentCalls: residentPage.residentCalls,
  residentCallDecline: residentPage.residentCallDecline,
  residentCallAnswer: residentTalk.residentCallAnswer,
  residentCallSay: residentTalk.residentCallSay,
  residentCallHear: residentTalk.residentCallHear,
  residentCallEnd: residentTalk.residentCallEnd,
  residentPlaces: residentPage.residentPlaces,
  residentAsk: residentPage.residentAsk,
  residentGuest: residentPage.residentGuest,
  residentGuestEnd: residentPage.residentGuestEnd,
  residentFaceSend: residentPage.residentFaceSend,
  whoIsAway: leave.whoIsAway,
  presenceOfPeople: people.presenceOfPeople,
  peopleInCharge: people.peopleInCharge,
  revokeSession: leftBehind.revokeSession,
  tellUnsent: leftBehind.tellUnsent,
  getNavigationBar: session.getNavigationBar,
  brokerConfig: session.brokerConfig,
  getDeviceInfo: device.getDeviceInfo,
  latestReadings: device.latestReadings,
  readingSeries: device.readingSeries,
  readingConsumption: device.readingConsumption,
  readSettings: device.readSettings,
  saveSettings: device.saveSettings,
  deviceTimeline: device.deviceTimeline,
  newDeviceSecret: device.newDeviceSecret,
  newDeviceSecrets: device.newDeviceSecrets,
  makeClaimCodes: device.makeClaimCodes,
  claimDevice: device.claimDevice,
  findLabel: label.findLabel,
  sceneSnapshot: scene.sceneSnapshot,
  wallKnock: wall.wallKnock,
  wallClaim: wall.wallClaim,
  wallPair: wall.wallPair,
  wallWatch: wall.wallWatch,
  wallBoard: wall.wallBoard,
  wallPlan: wall.wallPlan,
  boardSnapshot: board.boardSnapshot,
  boardPreview: board.boardPreview,
  shopFront: mallShop.shopFront,
  shopGoods: mallShop.shopGoods,
  shopArticle: mallShop.shopArticle,
  shopQuote: mallShop.shopQuote,
  lookAtPerson: supervision.lookAtPerson,
  personStanding: supervision.personStanding,
  incidentStory: supervision.incidentStory,
  wornDevices: supervision.wornDevices,
  alarmColleagues: message.alarmColleagues,
  alarmTimeline: message.alarmTimeline,
  alarmResponse: response.alarmResponse,
  responseTimes: response.responseTimes,
  musterRoll: muster.musterRoll,
  musterWardens: muster.musterWardens,
  pendingNotices: message.pendingNotices,
  confirmCards: message.confirmCards,
  taskFile: message.taskFile,
  readAllNotices: message.readAllNotices,
  speakNotice: message.speakNotice,
  socketTicket: message.socketTicket,
  placeMallOrder: mallOrder.placeMallOrder,
  requestAfterSale: mallOrder.requestAfterSale,
  mallOrderById: mallOrder.mallOrderById,
  orderReceiver: mallOrder.orderReceiver,
  mallFigures: mallOrder.mallFigures,
  runSettlement: mallOrder.runSettlement,
  pushUsers: message.pushUsers,
  buildToken: intercom.buildToken,
  hangUp: intercom.hangUp,
  callPeople: intercom.callPeople,
  startDirectCall: intercom.startDirectCall,
  acceptDirectCall: intercom.acceptDirectCall,
  endDirectCall: intercom.endDirectCall,
  ringDoor: intercom.ringDoor,
  makeDoorCode: intercom.makeDoorCode,
  enrolDoor: intercom.enrolDoor,
  readCallRecording: intercom.readCallRecording,
  saveCallRecording: intercom.saveCallRecording,
  beginCallRecording: intercom.beginCallRecording,
  sendCallPiece: intercom.sendCallPiece,
  endCallRecording: intercom.endCallRecording,
  previewRooms: community.previewRooms,
  generateRoomsOf: community.generateRoomsOf,
  buildingFront: community.buildingFront,
  roomPeople: community.roomPeople,
  matchPlaces: community.matchPlaces,
  publishedWebsite: website.publishedWebsite,
  openConference: conference.openConference,
  recordOverCloud: conference.recordOverCloud,
  runningConferences: conference.runningConferences,
  callDevicesIntoRoom: conference.callDevicesIntoRoom,
  ringPeopleIn: conference.ringPeopleIn,
  calledIntoRoom: conference.calledIntoRoom,
  peopleForRoom: conference.peopleForRoom,
  declineRoomRing: conference.declineRoomRing,
  callOff: conference.callOff,
  makeGuestLink: conference.makeGuestLink,
  openAsGuest: conference.openAsGuest,
  beginPartUpload: partUpload.beginPartUpload,
  sendPart: partUpload.sendPart,
  finishPartUpload: partUpload.finishPartUpload,
  ownPartUploads: partUpload.ownPartUploads,
  dropPartUpload: partUpload.dropPartUpload,
  recorderToken: partUpload.recorderToken,
  recorderBegin: partUpload.recorderBegin,
  recorderFinish: partUpload.recorderFinish,
  recorderState: partUpload.recorderState,
  recordedOfCameras: cameraRecording.recordedOfCameras,
  picturesOfCameras: cameraRecording.picturesOfCameras,
  cameraRecordings: cameraRecording.cameraRecordings,
  saveCameraRecording: cameraRecording.saveCameraRecording,
  clipOfCameras: cameraRecording.clipOfCameras,
  holdRecorded: cameraRecording.holdRecorded,
  playRecording: recording.playRecording,
  downloadRecording: recording.downloadRecording,
  addVcrInfo: recording.addVcrInfo,
  videoSetup: cameras.videoSetup,
  camerasOfDevices: cameras.camerasOfDevices,
  watchCamera: cameras.watchCamera,
  keepViews: cameras.keepViews,
  leaveView: cameras.leaveView,
  camerasHealth: cameras.camerasHealth,
  moveCamera: cameras.moveCamera,
  cameraPresets: cameras.cameraPresets,
  goToPreset: cameras.goToPreset,
  talkThroughCamera: cameras.talkThroughCamera,
  newCameraToken: cameras.newCameraToken,
  askCamera: cameras.askCamera,
  pushKey: push.pushKey,
  subscribePush: push.subscribePush,
  unsubscribePush: push.unsubscribePush,
  testChannels: push.testChannels,
  pushReceipt: push.pushReceipt,
  reachability: push.reachability,
  allocate: life.allocate,
  allocationItems: life.allocationItems,
  deviceSteps: life.deviceSteps,
  activations: life.activations,
  onlineHistory: life.onlineHistory,
  sendOrder: order.sendDeviceCommand,
  sendSettings: order.sendSettings,
  sendSwitch: order.sendSwitch,
  exportReadings: report.exportReadings,
  alarmStatistics: report.alarmStatistics,
  reportResult: report.reportResult,
  taskErrors: report.taskErrors,
  uploadHeaderImage: file.uploadHeaderImage,
  uploadFaceImage: face.uploadFaceImage,
  videoLayouts: videoLayout.videoLayouts,
  saveVideoLayout: videoLayout.saveVideoLayout,
  removeVideoLayout: videoLayout.removeVideoLayout,
  faceState: face.faceState,
  turnFacesOn: face.turnFacesOn,
  turnFacesOff: face.turnFacesOff,
  waitingFaces: face.waitingFaces,
  discardFaces: face.discardFaces,
  waitingPicture: face.waitingPicture,
  samplePicture: face.samplePicture,
  capturePicture: face.capturePicture,
  uploadCapture: face.uploadCapture,
  uploadVideo: file.uploadVideo,
  uploadAdvertVideo: file.uploadAdvertVideo,
  uploadFile: file.uploadFile,
  resetPassword: access.resetPassword,
  ownTenant: tenant.ownTenant,
  operationsBoard: operations.operationsBoard,
  operationsGuide: operations.operationsGuide,
  setTenantZone: tenant.setTenantZone,
  readRetention: retention.readRetention,
  previewRetention: retention.previewRetention,
  saveRetention: retention.saveRetention,
  storageUse: file.storageUse,
  sheetOfFile: file.sheetOfFile,
  simDifferences: sim.simDifferences,
  followDevices: sim.followDevices,
  payWays: pay.payWays,
  placeOrder: pay.createBills,
  checkOrder: pay.checkBills,
  billsToPay: pay.billsToPay,
  startPayment: pay.startPayment,
  paymentState: pay.paymentState,
  sandboxPay: pay.sandboxPay,
  billSums: pay.billSums,
  mapConfig: map.mapConfig,
  fleetPoints: map.fleetPoints,
  alarmHeat: map.alarmHeat,
  channelEntries: channel.channelEntries,
  sendPayload: channel.sendPayload,
  attendanceMonth: attendance.attendanceMonth,
  ownMonth: attendance.ownMonth,
  attendanceOfDay: attendance.attendanceOfDay,
  attendanceFaults: attendance.attendanceFaults,
  punchPlaces: attendance.punchPlaces,
  publishDuty: duty.publishDuty,
  copyDuty: duty.copyDuty,
  shiftReport: duty.shiftReport,
  fenceShapes: fence.fenceShapes,
  fenceDevices: fence.fenceDevices,
  fenceFigures: fence.fenceFigures,
  bindFence: fence.bindFence,
  trackPoints: track.trackPoints,
  trackDays: track.trackDays,
  uploadDrawing: indoor.uploadDrawing,
  indoorFloors: indoor.indoorFloors,
  indoorDevices: indoor.indoorDevices,
  indoorTrail: indoor.indoorTrail,
  waitingApprovals: approval.waitingApprovals,
  approvalCaseById: approval.approvalCaseById,
  announcementReceipts: approval.announcementReceipts,
} as const

/** The generic endpoints an entity really has: no save without a form, no remove where history must stay. */
export function endpointsOf(entity: EntityDefinition): readonly Endpoint[] {
  const all = entityEndpoints(entity)
  return [
    all.page,
    all.get,
    all.export,
    ...(entity.write ? [all.save] : []),
    ...(entity.removable ? [all.remove, all.restore] : []),
    ...(entity.importable ? [all.import] : []),
    ...Object.keys(entity.commands).map(name => all.command(name)),
    ...[...Object.keys(entity.commands), 'remove']
      .filter(name => mayGiveToAll(entity, name))
      .map(name => all.found(name)),
  ]
}

/** Everything, in a stable order. */
export function allEndpoints(): readonly Endpoint[] {
  return [...Object.values(ownEndpoints), ...entities.flatMap(endpointsOf)]
}
