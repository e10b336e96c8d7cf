// Background jobs as rows of an entity, for the list of those who look after the server.
import { job } from '../../../src/domain/job/job.ts'
import { jobName } from '../../../src/domain/job/job-name.ts'
import { SCHEMA } from '../../db/job-schema.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { ItemJob } from '../../jobs/definition.ts'
import { DEAD, type FoundJob, type Jobs } from '../../jobs/jobs.ts'

/** Entities have numbers as ids: 52 bits of pg-boss's random UUID. */
const NUMBER = `('x' || right(replace(j.id::text, '-', ''), 13))::bit(52)::bigint`
const millis = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`
const names = jobName.options.map(name => `'${name}'`).join(', ')

/**
 * What is not done, as a table. A dead letter stands for the job that has failed. The queue's tables have no row-level
 * security: the tenant's wall stands in this statement.
 */
const tableOf = (items: readonly ItemJob[]) => `(
  select x.*,
    coalesce(x.group_id::bigint, (select a.id from tenant a where a.scenario = 'platform')) as tenant_id,
    case ${items.map(({ name, subject }) => `when x.kind = '${name}' then ${subject('x.data')}`).join(' ')} end as subject,
    case when x.why is null then null
      when x.why ->> 'code' in ('stopped', 'data') then x.why ->> 'code'
      when x.why -> 'value' ->> 'message' = 'job heartbeat timeout' then 'stopped'
      when concat(x.why ->> 'message', x.why -> 'value' ->> 'message') ~ 'timed out|execution exceeded' then 'timeout'
      else 'error' end as failure,
    case when current_setting('app.tenant', true) = '*'
      then coalesce(x.why ->> 'message', x.why -> 'value' ->> 'message') end as detail
  from (
    select j.id as job_id, j.name, ${NUMBER} as id, j.retry_count + 1 as version, null::bigint as removed_at, j.group_id, j.data,
      coalesce(j.source_name, j.name) as kind, coalesce(j.source_output, j.output) as why,
      case when j.name = '${DEAD}' then 'failed' when j.state = 'active' then 'running' when j.state = 'retry' then 'again'
        else 'waiting' end as state,
      case when j.name = '${DEAD}' then coalesce(j.source_retry_count, 0) + 1
        when j.state = 'created' then 0 else j.retry_count + 1 end as tries,
      ${millis('coalesce(j.source_created_on, j.created_on)')} as created_at,
      ${millis('coalesce(j.started_on, j.created_on)')} as updated_at,
      case when j.name <> '${DEAD}' and j.state in ('created', 'retry') then ${millis('j.start_after')} end as next_at,
      case when j.state = 'active' then ${millis('j.started_on')} end as started_at
    from ${SCHEMA}.job j
    where j.state in ('created', 'retry', 'active') and (j.name in (${names}) or (j.name = '${DEAD}' and j.source_name in (${names})))
      and (current_setting('app.tenant', true) = '*' or j.group_id = current_setting('app.tenant', true))
  ) x)`

export function jobStore(jobs: Jobs, items: readonly ItemJob[]): Store {
  const found = async ({ context, row }: Commanding): Promise<FoundJob> => {
    const one = await context.sql.first<{ id: string; name: string; source: string | null; data: unknown }>(
      `select j.id, j.name, j.source_name as source, j.data from ${SCHEMA}.job j
       where ${NUMBER} = $1 and (current_setting('app.tenant', true) = '*' or j.group_id = current_setting('app.tenant', true))`,
      [row.id],
    )
    if (!one) throw new Refused('row.unknown')
    return { id: one.id, name: one.source ?? one.name, dead: one.name === DEAD, data: one.data }
  }
  return {
    entity: job,
    table: {
      name: tableOf(items),
      columns: { tenantName: TENANT_NAME },
      // Jobs belong to the tenant as a whole: people who are limited to departments see none.
      visible: ({ person }) => (person.departments === null ? undefined : 'false'),
      commands: {
        tryAgain: async commanding => jobs.tryAgain(commanding.context.sql, await found(commanding)),
        giveUp: async commanding => jobs.giveUp(commanding.context.sql, await found(commanding)),
      },
    },
  }
}
