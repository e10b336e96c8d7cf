// How response cards are stored: each save of the steps is a further version, and none is ever changed.
import * as z from 'zod/mini'
import { type CardStep, placeFields, responseCard } from '../../../src/domain/response/response-card.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Changing, Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const newest = (column: string) => `(select v.${column} from response_card_version v where v.card_id = t.id
  order by v.number desc limit 1)`

const { steps: stepsField } = responseCard.schema.shape

export function responseStores(): Store[] {
  return [
    {
      entity: responseCard,
      table: {
        name: 'response_card',
        columns: {
          steps: newest('steps'),
          versionNumber: newest('number'),
          versions: `(select json_agg(json_build_object('number', v.number, 'createdAt', v.created_at,
            'createdBy', v.created_by, 'steps', v.steps) order by v.number desc)
            from response_card_version v where v.card_id = t.id)`,
        },
        apart: ['steps'],
        unique: { response_card_at_place: 'type' },
        beforeSave: async saving => {
          const { input, before } = saving
          // What a card is for is what it is: alarms that go by it were given it for that.
          if (before && input.type !== undefined && input.type !== before.type)
            throw new Refused('state.transition', { field: 'type' })
          for (const field of placeFields)
            if (before && input[field] !== undefined && (input[field] ?? null) !== (before[field] ?? null))
              throw new Refused('state.transition', { field })
          if (!before) await refuseTaken(saving)
          return undefined
        },
        afterSave: saving => keepVersion(saving),
        commands: { restoreVersion },
      },
    },
  ]
}

/** One place, and no second card for it: whoever writes one is told so before the index would only say that something is taken. */
async function refuseTaken({ context, input, tenantId }: Saving): Promise<void> {
  const [department, community] = placeFields.map(field => {
    const place = input[field]
    return typeof place === 'number' ? place : null
  })
  if (department != null && community != null)
    throw new Refused('response.onePlace', { field: 'communityId' })
  const stands = await firstOf(
    context.sql,
    tables
      .selectFrom('response_card')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('type', '=', String(input.type))
      .where('department_id', department == null ? 'is' : '=', department ?? null)
      .where('community_id', community == null ? 'is' : '=', community ?? null)
      .where('removed_at', 'is', null),
  )
  const field = community != null ? 'communityId' : department != null ? 'departmentId' : 'type'
  if (stands) throw new Refused('response.cardStands', { field })
}

/** A form that says what was said before is no version. */
async function keepVersion({ input, before, ...saving }: Saving & { id: number }): Promise<void> {
  const steps = z.parse(stepsField, input.steps ?? before?.steps)
  if (before && JSON.stringify(z.parse(stepsField, before.steps)) === JSON.stringify(steps)) return
  await addVersion(saving, steps)
}

async function addVersion(
  { context, id, tenantId }: Pick<Changing, 'context' | 'tenantId'> & { id: number },
  steps: readonly CardStep[],
): Promise<void> {
  const last = await firstOf(
    context.sql,
    tables
      .selectFrom('response_card_version')
      .select(({ fn }) => fn.max<number | null>('number').as('number'))
      .where('card_id', '=', id),
  )
  await firstOf(
    context.sql,
    tables
      .insertInto('response_card_version')
      .values({
        tenant_id: tenantId,
        card_id: id,
        number: (last?.number ?? 0) + 1,
        created_at: Date.now(),
        created_by: context.person.name,
        steps: JSON.stringify(steps),
      })
      .returning('id'),
  )
}

async function restoreVersion({ context, row, tenantId, input }: Commanding): Promise<void> {
  const wanted = await firstOf(
    context.sql,
    tables
      .selectFrom('response_card_version')
      .select('steps')
      .where('card_id', '=', row.id)
      .where('number', '=', Number(input.number)),
  )
  if (!wanted) throw new Refused('field.reference', { field: 'input.number' })
  await addVersion({ context, tenantId, id: row.id }, z.parse(stepsField, wanted.steps))
  await context.sql.change('update response_card set version = version + 1, updated_at = $2 where id = $1', [
    row.id,
    Date.now(),
  ])
}
