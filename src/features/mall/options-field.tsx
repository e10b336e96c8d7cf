// The options of an article with their values: typed, or taken over from a specification. A value that is taken out and put in again under its name is
// the same one, with its SKUs.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Input, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { MAX_PAGE_SIZE } from '../../contract/entity-endpoints.ts'
import { productOptions } from '../../domain/mall/mall-product.ts'
import { mallSpec } from '../../domain/mall/mall-spec.ts'
import {
  MOST_OPTIONS,
  MOST_VALUES,
  nextId,
  OPTION_NAME_LENGTH,
  type OptionValue,
  type ProductOption,
} from '../../domain/mall/sku-matrix.ts'
import { pageOptions } from '../../resource/query.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'

// While somebody types, a name may be empty.
const typedOptions = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    values: z.array(z.object({ id: z.int(), name: z.string(), archived: z.boolean() })),
  }),
)

export function optionsIn(value: unknown): ProductOption[] {
  const read = typedOptions.safeParse(value)
  return read.success ? read.data : []
}

const isLive = ({ archived }: OptionValue) => !archived
const hasLive = ({ values }: ProductOption) => values.length === 0 || values.some(isLive)

/** The values that an option has under these names: known ones keep their ids. */
function valuesNamed(
  options: readonly ProductOption[],
  option: ProductOption,
  names: readonly string[],
): OptionValue[] {
  let next = nextId(options)
  const wanted = [...new Set(names.map(name => name.trim()).filter(name => name !== ''))]
  const live = wanted.map(name => {
    const known = option.values.find(value => value.name.toLowerCase() === name.toLowerCase())
    return known ? { ...known, archived: false } : { id: next++, name, archived: false }
  })
  const gone = option.values.filter(({ id }) => !live.some(value => value.id === id))
  return [...live, ...gone.map(value => ({ ...value, archived: true }))]
}

export function OptionsField({ control }: { control: FieldControl }) {
  const { value, onChange, label, error, disabled } = control
  const { t } = useLingui()
  const options = optionsIn(value)
  const shown = options.filter(hasLive)
  const { data } = useQuery(pageOptions(mallSpec, { page: 1, size: MAX_PAGE_SIZE }))
  const full = disabled || shown.length >= MOST_OPTIONS
  const put = (next: readonly ProductOption[]) => {
    const sound = productOptions.safeParse(next)
    onChange(sound.success ? sound.data : next)
  }
  const change = (id: number, changes: Partial<ProductOption>) =>
    put(options.map(option => (option.id === id ? { ...option, ...changes } : option)))
  const add = (name: string, names: readonly string[]) => {
    const option: ProductOption = { id: nextId(options), name, values: [] }
    put([...options, { ...option, values: valuesNamed([...options, option], option, names) }])
  }
  const remove = (id: number) =>
    put(
      options
        .map(option =>
          option.id === id
            ? { ...option, values: option.values.map(each => ({ ...each, archived: true })) }
            : option,
        )
        .filter(option => option.id !== id || option.values.length > 0),
    )
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Stack gap={3}>
        {shown.length === 0 && (
          <Text as="p" size="small" tone="ink-2">
            <Trans>Without options the article is one SKU.</Trans>
          </Text>
        )}
        {shown.map((option, index) => {
          const number = index + 1
          return (
            <Box
              key={option.id}
              as="fieldset"
              stack
              gap={2}
              pad={3}
              edge="line"
              round="card"
              aria-label={t`Option ${number}`}
            >
              <TextInput
                label={t`Option ${number}`}
                value={option.name}
                maxLength={OPTION_NAME_LENGTH}
                disabled={disabled}
                onChange={event => change(option.id, { name: event.currentTarget.value })}
              />
              <TagsInput
                label={t`Values`}
                description={t`Enter after each`}
                value={option.values.filter(isLive).map(({ name }) => name)}
                maxTags={MOST_VALUES}
                disabled={disabled}
                splitChars={[',', '，', '、', '\n']}
                onChange={names => change(option.id, { values: valuesNamed(options, option, names) })}
              />
              <Row justify="end">
                <Button
                  variant="subtle"
                  color="critical"
                  disabled={disabled}
                  onClick={() => remove(option.id)}
                >
                  {t`Remove option ${number}`}
                </Button>
              </Row>
            </Box>
          )
        })}
        <Row wrap gap={2}>
          <Button
            variant="default"
            disabled={full}
            leftSection={<Icon name="plus" />}
            onClick={() => add('', [])}
          >{t`Add option`}</Button>
          {data?.list
            .filter(spec => !shown.some(option => option.name === spec.name))
            .map(spec => (
              <Button
                key={spec.id}
                variant="light"
                disabled={full}
                onClick={() => add(spec.name, spec.values)}
              >
                {spec.name}
              </Button>
            ))}
        </Row>
      </Stack>
    </Input.Wrapper>
  )
}
