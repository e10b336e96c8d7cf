// What a page needs to show anything at all: asked by the menu that offers it and by the roles that are made with it.
import { type RoutePath, routeName } from './routes.ts'

/**
 * Marks by page, all of which are needed; a list within stands for any of them. A list page needs its entity's read
 * mark, which a test compares. Pages that are not named here open to everybody who has them in their menu.
 */
const pageMarks: Partial<Record<RoutePath, readonly (string | readonly string[])[]>> = {
  '/AlarmHistory': ['alarm.read'],
  '/AlarmHistorytc': ['alarm.read'],
  '/Bill': ['bill.read'],
  '/CloudStorage': ['file.read'],
  '/DeviceCategoryList': ['deviceCategory.read'],
  '/DeviceList': ['device.read'],
  '/DeviceSim': ['simBinding.read'],
  '/DownloadTask': ['task.read'],
  '/Package': ['simPackage.read'],
  '/ProductGrouping': ['deviceGroup.read'],
  '/ProductionList': ['production.read'],
  '/Recharge': ['bill.pay'],
  '/Recharge2': ['bill.pay'],
  '/SIMCard': ['simCard.read'],
  '/allocation': ['allocation.save'],
  '/allocationProcess': ['allocation.read'],
  '/baseList': ['baseStation.read'],
  '/baseStationEdit': ['baseStation.save'],
  '/bilList': ['bill.read'],
  '/cardAdd': ['doorCard.read'],
  '/dataModel': ['device.read', 'product.read'],
  '/distribute': ['device.settings'],
  '/drawingList': ['drawing.read'],
  '/fenceInfo': ['fence.read'],
  '/fenceList': ['fence.read'],
  '/fenceMap': ['fence.read'],
  '/indoorMap': ['drawing.read'],
  '/newPage1': ['notice.read'],
  '/packageList': ['simPackage.read', 'simCard.read'],
  '/productList': ['product.read'],
  '/productionSystem': ['production.read'],
  '/rightsManagement': [['doorRight.read', 'doorEvent.read', 'call.read']],
  '/roleList': ['role.read'],
  '/table': ['device.read'],
  '/tables': ['device.read'],
  '/tenantList': ['tenant.read'],
  '/uploadForm': ['file.save'],
  '/userList': ['user.read'],
  '/uwb': ['drawing.read'],
  '/uwbDrawingList': ['drawing.read'],
  '/uwbServer': ['uwbServer.read'],
  '/uwbfull': ['drawing.read'],
  '/uwbserver': ['uwbServer.read'],
}

const byName = new Map(Object.entries(pageMarks).map(([path, marks]) => [routeName(path), marks]))

/** True where the page of this route shows more than a refusal to who holds the marks. */
export function pageOpens(name: string, may: (mark: string) => boolean): boolean {
  return (byName.get(name) ?? []).every(needed =>
    typeof needed === 'string' ? may(needed) : needed.some(may),
  )
}
