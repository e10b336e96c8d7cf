// How property companies, what they run and their people are stored.
import { companyCommunity, propertyCompany, propertyStaff } from '../../../src/domain/community/property.ts'
import type { Store } from '../../entity/statement.ts'
import type { Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

/** Today by the tenant's clocks, whose row has the alias. */
const today = (alias: string) =>
  `(now() at time zone (select z.zone from tenant z where z.id = ${alias}.tenant_id))::date`

const STATE = `case when t.from_day > ${today('t')} then 'planned'
  when t.until_day < ${today('t')} then 'over' else 'running' end`

const companyStore: Store = {
  entity: propertyCompany,
  table: {
    name: 'property_company',
    columns: {
      communities: `array(select c.name from company_community x join community c on c.id = x.community_id
        where x.company_id = t.id and x.removed_at is null and c.removed_at is null and x.from_day <= ${today('x')}
          and (x.until_day is null or x.until_day >= ${today('x')}) order by c.name)`,
      staff: '(select count(*) from property_staff x where x.company_id = t.id and x.removed_at is null)',
    },
    unique: { property_company_name: 'name' },
    usedBy: [
      { table: 'company_community', column: 'company_id' },
      { table: 'property_staff', column: 'company_id' },
    ],
  },
}

async function refuseEndBeforeStart({ input, before }: Saving): Promise<undefined> {
  const { fromDay, untilDay } = { ...before, ...input }
  if (untilDay && String(untilDay) < String(fromDay))
    throw new Refused('field.periodOrder', { field: 'untilDay' })
}

const runsStore: Store = {
  entity: companyCommunity,
  table: {
    name: 'company_community',
    columns: { state: STATE },
    unique: { company_community_overlap: 'communityId' },
    beforeSave: refuseEndBeforeStart,
  },
}

const staffStore: Store = {
  entity: propertyStaff,
  table: {
    name: 'property_staff',
    columns: {
      communityIds: 'to_json(t.community_ids)',
      communityNames: `array(select x.name from community x where x.id = any(t.community_ids) and x.removed_at is null
        order by x.name)`,
    },
  },
}

export const companyStores: readonly Store[] = [companyStore, runsStore, staffStore]
