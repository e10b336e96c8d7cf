// The menu as it is first laid out: directories, the routes in them, and whom they are for.

import type { Scenario } from '../../src/domain/access/session-words.ts'
import { entities } from '../../src/domain/entities.ts'
import type { DirectoryName } from '../../src/domain/navigation/directories.ts'
import { routeName } from '../../src/domain/navigation/routes.ts'
import { directoryScenarios } from '../../src/domain/navigation/scenario-menus.ts'

export interface Branch {
  zh: string
  en: DirectoryName
  icon: string
  /** Names of routes that are no entity's, in order; what works comes first. */
  routes: readonly string[]
  /** Scenarios of the tenants whose administrator gets it; absent: all. */
  scenarios?: readonly Scenario[]
  /** The directory is left out and its routes stand at the top level. */
  flat?: true
}

const laidOut: readonly Omit<Branch, 'scenarios'>[] = [
  { zh: '开始设置', en: 'Set up', icon: 'check', flat: true, routes: ['setup'] },
  { zh: '我的一天', en: 'My day', icon: 'home', flat: true, routes: ['myDay'] },
  { zh: '报警记录', en: 'Alarms', icon: 'bell', flat: true, routes: [] },
  {
    zh: '设备',
    en: 'Devices',
    icon: 'helmet',
    routes: ['scan', 'ProDeviceList', 'Allocate', 'deviceActive'],
  },
  {
    zh: '监测',
    en: 'Readings',
    icon: 'heart',
    routes: [
      'table',
      'tables',
      'figure',
      'heart_rate',
      'tempature_people',
      'oxygen',
      'tempature',
      'altitude',
      'odor',
      'vocs',
      'harmfalgas',
      'xwgas',
      'dtudz',
      'elecCard',
      'waterCard',
      'electronic',
      'netSingle',
      'onlineStatus',
      'dataModel',
    ],
  },
  {
    zh: '指令',
    en: 'Commands',
    icon: 'tool',
    routes: [
      'distribute',
      'deviceReload',
      'randomReload',
      'deviceVoice',
      'audio',
      'pubMusic',
      'gateay_4G',
      'cutoff',
      'closegate',
      'lockdie',
      'lockundie',
    ],
  },
  {
    zh: '系统管理',
    en: 'Administration',
    icon: 'gear',
    routes: ['tenantInfo', 'signInRules', 'identityProvider', 'operations', 'retention'],
  },
  {
    zh: '报表',
    en: 'Reports',
    icon: 'report',
    routes: ['AlarmHistorytc', 'analyze', 'alarmTongji', 'uploadForm'],
  },
  {
    zh: '大屏',
    en: 'Dashboards',
    icon: 'grid',
    routes: ['index6', 'index', 'index1', 'index2', 'index3', 'index4', 'index5', 'index8'],
  },
  {
    zh: '地图',
    en: 'Map',
    icon: 'map',
    routes: [
      'locations',
      'alarmList',
      'track',
      'group',
      'PhotoList',
      'indoorMap',
      'installationMap',
      'allocation',
      'province',
    ],
  },
  {
    zh: '门禁通话',
    en: 'Doors & calls',
    icon: 'door',
    routes: ['rightsManagement', 'txVideios'],
  },
  {
    zh: '视频',
    en: 'Video',
    icon: 'video',
    routes: [
      'videoMonitoring',
      'monitor',
      'monitoringVideo',
      'timeMachine',
      'videoManage',
      'picture',
      'video_capture',
      'jzvideo',
    ],
  },
  {
    zh: '人员',
    en: 'People',
    icon: 'users',
    routes: [
      'AttendanceInfoList',
      'AttendanceList',
      'EdAttendanceInfoList',
      'EdAbsenceList',
      'myMonth',
      'attendance',
      'dutyUser',
      'shiftReport',
    ],
  },
  {
    zh: '监管',
    en: 'Supervision',
    icon: 'ankle',
    routes: ['regulatoryUser', 'locations_jf', 'Track_gps_jf'],
  },
  {
    zh: '社区',
    en: 'Community',
    icon: 'building',
    routes: [],
  },
  {
    zh: '工地',
    en: 'Construction site',
    icon: 'tool',
    routes: [
      'index4map',
      'index4video',
      'index4video_baba',
      'index4personnel',
      'index4manager',
      'management1',
      'siteAnnouncement',
    ],
  },
  {
    zh: '室内定位',
    en: 'Indoor positioning',
    icon: 'layers',
    routes: ['uwb', 'uwbDrawingList', 'uwbserver', 'baseStationEdit', 'uwbfull'],
  },
  {
    zh: '公告',
    en: 'Announcements',
    icon: 'inbox',
    routes: ['AnnouncementList', 'AuditNotice', 'information'],
  },
  {
    zh: '卡与账单',
    en: 'Cards & bills',
    icon: 'bill',
    routes: ['packageList', 'bilList', 'topup', 'topup1', 'topup2', 'Recharge', 'Recharge2', 'paypal'],
  },
  {
    zh: '广告',
    en: 'Advertising',
    icon: 'eye',
    routes: ['advertisingReview'],
  },
  {
    zh: '商城',
    en: 'Mall',
    icon: 'box',
    routes: ['MallData', 'AddProduct', 'productCategory', 'Commodity'],
  },
]

/** Puts the pages of entities where they say: first, behind another page, or at the end. */
function withPages(branch: Omit<Branch, 'scenarios'>): Branch {
  const routes = [...branch.routes]
  let left = entities.flatMap(({ page }) => (page?.directory === branch.en ? [page] : []))
  while (left.length > 0) {
    const [next] = [
      left.find(({ after }) => after !== undefined && routes.includes(after)),
      left.find(({ after }) => after === undefined),
    ].filter(page => page !== undefined)
    if (!next) throw new Error(`${left[0]?.path} stands behind a page that is not there: ${left[0]?.after}`)
    const at = next.first ? 0 : next.after === undefined ? routes.length : routes.indexOf(next.after) + 1
    routes.splice(at, 0, routeName(next.path))
    left = left.filter(page => page !== next)
  }
  const scenarios = directoryScenarios[branch.en]
  return { ...branch, routes, ...(scenarios && { scenarios }) }
}

export const branches: readonly Branch[] = laidOut.map(withPages)

/** Pages that are opened from another one; their routes must exist, nobody looks for them in the menu. */
export const MORE = { zh: '更多', en: 'More', icon: 'more' } as const

/** Permissions that belong to another menu than the rest of their entity's, and those of no entity. */
const menuOfSingle: Readonly<Record<string, string>> = {
  // The form of a role shows the tree; whoever may not open the tree's own page needs it all the same.
  'resource.read': 'roleList',
  'tenant.zone': 'tenantInfo',
  'tenant.signIn': 'signInRules',
  'tenant.provider': 'identityProvider',
  directory: 'identityProvider',
  'tenant.operations': 'operations',
  'tenant.setup': 'setup',
  retention: 'retention',
  broker: 'DeviceList',
}

const menuOfSubject = new Map(entities.map(({ permission, grants }) => [permission, grants.menu]))

/** Which menu a permission belongs to. */
export const menuOfPermission = (permission: string): string | undefined => {
  const [subject = ''] = permission.split('.')
  return menuOfSingle[permission] ?? menuOfSubject.get(subject) ?? menuOfSingle[subject]
}

export const iconOfRoute: Readonly<Record<string, string | undefined>> = {
  setup: 'check',
  myDay: 'home',
  dutyUser: 'users',
  shiftReport: 'report',
  ProDeviceList: 'building',
  audit: 'check',
  signInRules: 'shield',
  identityProvider: 'key',
  operations: 'layers',
  retention: 'clock',
  analyze: 'report',
  index6: 'grid',
  locations: 'map',
  alarmList: 'alert',
  track: 'route',
  videoMonitoring: 'video',
  picture: 'camera',
  AnnouncementList: 'inbox',
  ...Object.fromEntries(entities.flatMap(({ page }) => (page ? [[routeName(page.path), page.icon]] : []))),
}

/** Words of a permission's last part. */
export const wordsOfVerb: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  read: ['查看', 'View'],
  save: ['新增与编辑', 'Add and edit'],
  remove: ['删除', 'Delete'],
  export: ['导出', 'Export'],
  handle: ['处理', 'Handle'],
  group: ['分配分组', 'Add to a group'],
  command: ['下发指令', 'Send commands'],
  settings: ['参数设置', 'Change settings'],
  secret: ['设备密钥', 'Make device secrets'],
  share: ['免登录链接', 'Make login links'],
  unlock: ['开锁', 'Unlock doors'],
  password: ['重置密码', 'Reset passwords'],
  factor: ['重置双重验证', 'Reset second factors'],
  highest: ['最高权限授权', 'Grant the highest authorization'],
  answer: ['接听门口机', 'Answer door units'],
  direct: ['呼叫同事', 'Call colleagues'],
  issue: ['发卡与挂失', 'Issue and block cards'],
  speak: ['语音播报', 'Speak notices aloud'],
  board: ['通知可达性', 'See who can be reached'],
  publish: ['发布消息', 'Publish messages'],
  import: ['导入', 'Import'],
  stock: ['出入库', 'Stock in and out'],
  shelf: ['上架与下架', 'Put on and take off the shelf'],
  bind: ['绑定与解绑', 'Bind and unbind'],
  recycle: ['回收', 'Recycle'],
  switch: ['分合闸与阀门', 'Switch breakers and valves'],
  raw: ['透传数据', 'Send raw payloads'],
  assign: ['指派', 'Assign'],
  release: ['放行', 'Release'],
  control: ['停机与复机', 'Suspend and resume'],
  pay: ['支付', 'Order and pay'],
  refund: ['退款', 'Refund'],
  join: ['加入会议室', 'Join conference rooms'],
  host: ['主持会议室', 'Host conference rooms'],
  call: ['呼叫进会议室', 'Call into conference rooms'],
  place: ['安装定位', 'Put devices on the map'],
  erase: ['彻底删除', 'Erase for good'],
  review: ['审核', 'Review'],
  report: ['举报', 'Report'],
  inspect: ['记录检查', 'Write down inspections'],
  finish: ['完成工作', 'Finish work'],
  decide: ['审批', 'Approve and return'],
  approve: ['审批', 'Approve'],
  sign: ['签字', 'Sign'],
  visit: ['巡更到点', 'Visit points'],
}

/** Words of a permission as a whole, where its menu does not say what it is about. */
export const wordsOfPermission: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  'meter.read': ['查看水电表', 'View meters'],
  'meter.save': ['编辑与更换水电表', 'Edit and replace meters'],
  'meter.remove': ['删除水电表', 'Delete meters'],
  'meter.export': ['导出水电表', 'Export meters'],
  'meter.import': ['导入水电表', 'Import meters'],
  'meterReading.read': ['查看抄表记录', 'View readings of meters'],
  'meterReading.save': ['抄表', 'Read meters'],
  'meterReading.remove': ['删除抄表记录', 'Delete readings of meters'],
  'meterReading.correct': ['更正抄表记录', 'Correct readings of meters'],
  'meterReading.export': ['导出抄表记录', 'Export readings of meters'],
  'meterReading.import': ['导入抄表记录', 'Import readings of meters'],
  'tariff.read': ['查看收费标准', 'View tariffs'],
  'tariff.save': ['编辑收费标准', 'Edit tariffs'],
  'tariff.remove': ['删除收费标准', 'Delete tariffs'],
  'tariff.export': ['导出收费标准', 'Export tariffs'],
  'tariff.import': ['导入收费标准', 'Import tariffs'],
  'evidenceCase.hold': ['固定证据', 'Hold evidence'],
  'evidenceCase.seal': ['封存案卷', 'Seal cases'],
  'evidenceCase.look': ['查看证据内容', 'Look at evidence'],
  'evidenceCase.handOver': ['移交证据', 'Hand evidence over'],
  'emergency.work': ['处置应急事件', 'Work on emergencies'],
  'emergency.lead': ['指挥应急事件', 'Lead emergencies'],
  'feeRun.issue': ['出账', 'Issue bills'],
  'feeBill.correct': ['更正账单', 'Correct bills'],
  'advertisement.review': ['审核与撤下广告', 'Review and withdraw advertisements'],
  'advertDelivery.read': ['查看广告投放', 'View deliveries'],
  'advertDelivery.resend': ['重新投放', 'Send again'],
  'advertDelivery.export': ['导出广告投放', 'Export deliveries'],
  'advertCampaign.read': ['查看投放计划', 'View campaigns'],
  'advertCampaign.save': ['新增与编辑投放计划', 'Add and edit campaigns'],
  'advertCampaign.remove': ['删除投放计划', 'Delete campaigns'],
  'advertCampaign.export': ['导出投放计划', 'Export campaigns'],
  'advertFigure.read': ['查看播放证明', 'View proof of play'],
  'advertFigure.export': ['导出播放证明', 'Export proof of play'],
  'leave.save': ['请假', 'Ask for leave'],
  'occupancy.review': ['审核绑定', 'Review bindings'],
  'occupancy.end': ['办理迁出', 'Move residents out'],
  'residentFace.review': ['审核人脸', 'Review faces'],
  'leave.others': ['查看并代办他人请假', 'See leave of others, and ask for it'],
  'call.record': ['通话录制', 'Record calls'],
  'recording.calls': ['设置通话录制', 'Decide on recording calls'],
  'camera.read': ['查看摄像机', 'View cameras'],
  'camera.watch': ['观看视频', 'Watch live video'],
  'camera.talk': ['视频喊话', 'Talk through cameras'],
  'camera.move': ['控制云台', 'Move cameras'],
  'deviceCommand.read': ['查看指令', 'View commands'],
  'deviceCommand.export': ['导出指令', 'Export commands'],
  'alarmRule.read': ['查看报警规则', 'View alarm rules'],
  'alarmRule.save': ['编辑报警规则', 'Edit alarm rules'],
  'alarmRule.remove': ['删除报警规则', 'Delete alarm rules'],
  'alarmRule.export': ['导出报警规则', 'Export alarm rules'],
  'alarmTest.read': ['查看测试时段', 'View test windows'],
  'alarmTest.save': ['设置测试时段', 'Set test windows'],
  'alarmTest.export': ['导出测试时段', 'Export test windows'],
  'board.read': ['查看自定义看板', 'View boards'],
  'board.save': ['编辑自定义看板', 'Edit boards'],
  'board.remove': ['删除自定义看板', 'Delete boards'],
  'board.export': ['导出自定义看板', 'Export boards'],
  'responseCard.read': ['查看处置卡', 'View response cards'],
  'responseCard.save': ['编辑处置卡', 'Edit response cards'],
  'responseCard.remove': ['删除处置卡', 'Delete response cards'],
  'responseCard.export': ['导出处置卡', 'Export response cards'],
  'muster.read': ['查看应急清点', 'View roll calls'],
  'muster.save': ['发起应急清点', 'Start roll calls'],
  'muster.tick': ['清点人员', 'Tick people on roll calls'],
  'muster.close': ['结束应急清点', 'Close roll calls'],
  'muster.export': ['导出应急清点', 'Export roll calls'],
  'alarmText.read': ['查看报警短信', 'View text messages of alarms'],
  'alarmText.send': ['重发报警短信', 'Send text messages again'],
  'alarmText.export': ['导出报警短信', 'Export text messages of alarms'],
  'job.read': ['查看后台作业', 'View background jobs'],
  'job.export': ['导出后台作业', 'Export background jobs'],
  'job.decide': ['重试与放弃后台作业', 'Retry and give up background jobs'],
  'mallProduct.shelf': ['上架与下架', 'Put on and take off the shelf'],
  'mallOrder.place': ['下单', 'Place orders'],
  'mallOrder.ship': ['发货与完成', 'Send and complete orders'],
  'mallOrder.close': ['关闭订单', 'Close orders'],
  'mallOrder.discount': ['订单改价', 'Make orders cheaper'],
  'mallOrder.receiver': ['查看收货信息', 'View phones and addresses of receivers'],
  'afterSale.request': ['申请售后', 'Ask for after-sales'],
  'afterSale.decide': ['审核售后与收货', 'Decide on after-sales'],
  'settlement.read': ['查看结算', 'View settlements'],
  'settlement.export': ['导出结算', 'Export settlements'],
  'settlement.run': ['商家结算', 'Settle with merchants'],
  'stockItem.move': ['登记出入库', 'Write down movements'],
  'workLog.check': ['审阅日志', 'Check logs'],
  'production.release': ['放行批次', 'Release batches'],
  'tenant.operations': ['查看系统运行', 'See how the servers run'],
  'tenant.zone': ['设置时区', 'Set the time zone'],
  'tenant.signIn': ['设置登录规则', 'Set the sign-in rules'],
  'tenant.provider': ['设置身份提供方', 'Set the identity provider up'],
  'directory.people': ['目录同步人员', 'Keep people in step (SCIM)'],
  'tenant.setup': ['开始设置', 'Set the organisation up'],
  'faceLibrary.decide': ['启用与停用人脸功能', 'Turn faces on and off'],
  'faceCapture.review': ['确认与驳回抓拍', 'Confirm and refuse captures'],
  'faceCapture.save': ['上传抓拍并比对', 'Upload captures and compare them'],
  'file.save': ['上传文件', 'Upload files'],
  'conference.read': ['查看会议室', 'View conference rooms'],
  'conference.save': ['编辑会议室', 'Edit conference rooms'],
  'conference.remove': ['删除会议室', 'Delete conference rooms'],
  'conference.export': ['导出会议室', 'Export conference rooms'],
  'photo.publish': ['发布与置顶照片', 'Publish and pin photos'],
  'video.publish': ['发布与置顶视频', 'Publish and pin videos'],
  'recording.play': ['播放录像', 'Play recordings'],
  'recording.download': ['下载录像', 'Download recordings'],
  'recording.hold': ['保留录像', 'Hold recordings'],
  'resource.read': ['查看资源', 'View permission resources'],
  'call.read': ['查看通话记录', 'View the call log'],
  'call.export': ['导出通话记录', 'Export the call log'],
  'doorEvent.read': ['查看出入记录', 'View access events'],
  'doorEvent.export': ['导出出入记录', 'Export access events'],
  'monitoredPerson.read': ['查看监管对象', 'View monitored persons'],
  'monitoredPerson.save': ['登记监管对象', 'Register monitored persons'],
  'monitoredPerson.export': ['导出监管对象', 'Export monitored persons'],
  'monitoredPerson.step': ['开始与结束监管', 'Begin and end supervision'],
  'monitoredPerson.wear': ['交接监管设备', 'Hand devices over'],
  'monitoredPerson.confidential': ['查看保密信息', 'View what is confidential'],
  'monitoredPerson.handle': ['处置监管事件', 'Handle incidents'],
}
