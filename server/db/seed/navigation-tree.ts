// The menu as it is first laid out: directories, the routes in them, and whom they are for.
import type { Scenario } from './scenario.ts'

export interface Branch {
  zh: string
  en: string
  icon: string
  /** Route names in order; what works comes first. */
  routes: readonly string[]
  /** Scenarios of the tenants whose administrator gets it; absent: all. */
  scenarios?: readonly Scenario[]
  /** The directory is left out and its routes stand at the top level. */
  flat?: true
}

export const branches: readonly Branch[] = [
  { zh: '报警记录', en: 'Alarms', icon: 'bell', flat: true, routes: ['AlarmHistory'] },
  {
    zh: '设备',
    en: 'Devices',
    icon: 'helmet',
    routes: [
      'DeviceList',
      'ProDeviceList',
      'ProductGrouping',
      'DeviceCategoryList',
      'productList',
      'Allocate',
      'ProductionList',
      'productionSystem',
      'gateay_4G',
    ],
  },
  {
    zh: '系统管理',
    en: 'Administration',
    icon: 'gear',
    routes: [
      'userList',
      'roleList',
      'departmentManagement',
      'permissionManager',
      'tenantList',
      'audit',
      'tenantInfo',
    ],
  },
  {
    zh: '报表',
    en: 'Reports',
    icon: 'report',
    routes: [
      'DownloadTask',
      'AlarmHistorytc',
      'Report',
      'analyze',
      'table',
      'tables',
      'figure',
      'alarmTongji',
      'dataModel',
    ],
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
      'fenceList',
      'track',
      'group',
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
    routes: ['rightsManagement', 'cardAdd', 'txVideios', 'pubMusic', 'deviceVoice'],
  },
  {
    zh: '视频',
    en: 'Video',
    icon: 'video',
    routes: [
      'videoMonitoring',
      'monitor',
      'monitoringVideo',
      'videoManage',
      'VCRList',
      'CloudStorage',
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
      'attendance',
      'faceList',
      'FaceEntities',
      'getFaceList',
      'dutyUser',
      'workLog',
    ],
  },
  {
    zh: '监管',
    en: 'Supervision',
    icon: 'ankle',
    scenarios: ['supervision', 'community'],
    routes: ['regulatoryList', 'regulatoryUser', 'locations_jf', 'Track_gps_jf'],
  },
  {
    zh: '社区',
    en: 'Community',
    icon: 'building',
    scenarios: ['community'],
    routes: [
      'communityManagement',
      'buildingManagement',
      'unitManagement',
      'roomManagement',
      'Manag',
      'PropertyPersonnel',
      'bindingReview',
      'faceVerification',
    ],
  },
  {
    zh: '工地',
    en: 'Construction site',
    icon: 'tool',
    scenarios: ['site'],
    routes: [
      'index4map',
      'workPlan',
      'manageUser',
      'managePost',
      'manageStorage',
      'index4video',
      'index4video_baba',
      'index4yearly',
      'index4personnel',
      'index4info',
      'index4manager',
      'management1',
      'siteAnnouncement',
    ],
  },
  {
    zh: '室内定位',
    en: 'Indoor positioning',
    icon: 'layers',
    scenarios: ['site', 'campus'],
    routes: [
      'uwb',
      'baseList',
      'drawingList',
      'uwbDrawingList',
      'uwbServer',
      'uwbserver',
      'baseStationEdit',
      'uwbfull',
    ],
  },
  {
    zh: '公告',
    en: 'Announcements',
    icon: 'inbox',
    routes: ['AnnouncementList', 'AuditNotice', 'newPage1', 'information'],
  },
  {
    zh: '卡与账单',
    en: 'Cards & bills',
    icon: 'bill',
    routes: [
      'SIMCard',
      'DeviceSim',
      'Package',
      'Bill',
      'packageList',
      'bilList',
      'topup',
      'topup1',
      'topup2',
      'Recharge',
      'Recharge2',
      'paypal',
    ],
  },
  {
    zh: '广告',
    en: 'Advertising',
    icon: 'eye',
    scenarios: ['community'],
    routes: ['advertisementManagement', 'advertisingReview', 'advertisingdistribution'],
  },
  {
    zh: '商城',
    en: 'Mall',
    icon: 'box',
    scenarios: ['community'],
    routes: [
      'MallData',
      'orderManagement',
      'AfterSalesOrders',
      'productManage',
      'AddProduct',
      'productCategory',
      'Category',
      'ProductSpecifications',
      'ProductReviews',
      'FreightTemplate',
      'productBanner',
      'shangquanshangcheng',
      'Commodity',
      'website',
    ],
  },
]

/** Pages that are opened from another one; their routes must exist, nobody looks for them in the menu. */
export const MORE = { zh: '更多', en: 'More', icon: 'more' } as const

/** Which menu a permission mark belongs to, by its prefix or as a whole. */
export const menuOfMark: Readonly<Record<string, string>> = {
  alarm: 'AlarmHistory',
  device: 'DeviceList',
  deviceCommand: 'DeviceList',
  deviceGroup: 'ProductGrouping',
  deviceCategory: 'DeviceCategoryList',
  product: 'productList',
  user: 'userList',
  role: 'roleList',
  // The form of a role shows the tree; whoever may not open the tree's own page needs it all the same.
  'resource.read': 'roleList',
  resource: 'permissionManager',
  department: 'departmentManagement',
  tenant: 'tenantList',
  task: 'DownloadTask',
}

export const iconOfRoute: Readonly<Record<string, string>> = {
  AlarmHistory: 'bell',
  DeviceList: 'helmet',
  ProDeviceList: 'building',
  ProductGrouping: 'group',
  DeviceCategoryList: 'layers',
  productList: 'box',
  userList: 'users',
  roleList: 'shield',
  departmentManagement: 'group',
  permissionManager: 'key',
  tenantList: 'building',
  audit: 'check',
  DownloadTask: 'download',
  Report: 'report',
  analyze: 'report',
  index6: 'grid',
  locations: 'map',
  alarmList: 'alert',
  fenceList: 'fence',
  track: 'route',
  videoMonitoring: 'video',
  picture: 'camera',
  AnnouncementList: 'inbox',
  SIMCard: 'card',
  Bill: 'bill',
}

/** Words of a mark's last part. */
export const wordsOfVerb: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  read: ['查看', 'View'],
  save: ['新增与编辑', 'Add and edit'],
  remove: ['删除', 'Delete'],
  export: ['导出', 'Export'],
  handle: ['处理', 'Handle'],
  group: ['分配分组', 'Assign to a group'],
  command: ['下发指令', 'Send commands'],
  settings: ['参数设置', 'Change settings'],
  secret: ['设备密钥', 'Make device secrets'],
  share: ['免登录链接', 'Make login links'],
  unlock: ['开锁', 'Unlock doors'],
  password: ['重置密码', 'Reset passwords'],
  highest: ['最高权限授权', 'Grant the highest authorization'],
}

/** Words of a mark as a whole, where its menu does not say what it is about. */
export const wordsOfMark: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  'deviceCommand.read': ['查看指令', 'View commands'],
  'deviceCommand.export': ['导出指令', 'Export commands'],
  'resource.read': ['查看资源', 'View permission resources'],
}
