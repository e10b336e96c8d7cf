// Where the figures of each report subject come from: tables, moments, sums and breakdowns.
import type { ReportGroup, ReportSubject } from '../../../src/domain/report/report.ts'

export interface Source {
  /** The permission for what is counted, besides that of reports. */
  permission: string
  /** Tables; a device that a row belongs to goes by the alias `d`. */
  from: string
  /** Moment of a row; absent: the figures are those of now. */
  time?: string
  value: string
  /** Further figures of a row of the answer. */
  also?: { least: string; most: string; count: string }
  unit: string
  where?: string
  groups: Partial<Record<ReportGroup, string>>
  /** Department of a row, for people who see only some. */
  department: string
  /** Device and its group, for the filters. */
  device: string
}

const departmentName = '(select x.name from department x where x.id = d.department_id)'
const groupName = '(select x.name from device_group x where x.id = d.group_id)'
/** Breakdowns by what a device is. */
export const deviceGroups: Source['groups'] = {
  deviceKind: 'd.kind',
  department: departmentName,
  deviceGroup: groupName,
  device: `d.name || ' · ' || d.imei`,
}

export const sources: Record<Exclude<ReportSubject, 'alarms' | 'online' | 'readings'>, Source> = {
  commands: {
    permission: 'deviceCommand.read',
    from: 'device_command t join device d on d.id = t.device_id',
    time: 't.created_at',
    value: 'count(*)',
    unit: 'count',
    groups: {
      kind: 't.kind',
      status: 't.state',
      deviceKind: 'd.kind',
      department: departmentName,
      device: `d.name || ' · ' || d.imei`,
    },
    department: 'd.department_id',
    device: 'd.id',
  },
  devices: {
    permission: 'device.read',
    from: 'device d join device_state s on s.device_id = d.id',
    value: 'count(*)',
    unit: 'count',
    where: 'd.removed_at is null',
    groups: {
      status: 's.state',
      deviceKind: 'd.kind',
      department: departmentName,
      deviceGroup: groupName,
    },
    department: 'd.department_id',
    device: 'd.id',
  },
  simCards: {
    permission: 'simCard.read',
    from: 'sim_card t left join device d on d.id = t.device_id',
    value: 'count(*)',
    unit: 'count',
    where: 't.removed_at is null',
    groups: { status: 't.state', carrier: 't.carrier' },
    department: 'd.department_id',
    device: 't.device_id',
  },
  bills: {
    permission: 'bill.read',
    from: 'bill t left join device d on d.id = t.device_id',
    time: 't.created_at',
    value: 'sum(t.amount)::float8',
    unit: 'fen',
    where: 't.removed_at is null',
    groups: { kind: 't.kind', status: 't.state' },
    department: 'd.department_id',
    device: 't.device_id',
  },
}
