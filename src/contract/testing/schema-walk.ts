import * as z from 'zod/mini'

/** The parts of a schema that a test needs to build inputs for it. */
type Def = {
  type: string
  format?: string
  pattern?: RegExp
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  options?: Schema[]
  in?: Schema
  valueType?: Schema
  keyType?: Schema
  values?: unknown[]
  entries?: Record<string, string>
  checks?: { _zod: { def: { check: string; pattern?: RegExp; maximum?: number; abort?: boolean } } }[]
}
type Schema = { _zod: { def: Def } }

/**
 * A text somewhere in an input: where it stands, what is checked of it, and an input that holds the given value there.
 */
export type TextPlace = {
  readonly path: string
  readonly checks: readonly { check: string; pattern?: RegExp; abort?: boolean }[]
  put(value: unknown): unknown
}

const defOf = (schema: z.core.$ZodType | Schema) => (schema as unknown as Schema)._zod.def

/** Every place of a schema that takes text from outside, however deep. */
export function textPlaces(schema: z.core.$ZodType): TextPlace[] {
  return placesOf(schema as unknown as Schema, '', (value) => value)
}

function placesOf(schema: Schema, path: string, put: (value: unknown) => unknown): TextPlace[] {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return [{ path, checks: checksOf(def), put }]
    case 'object':
      return Object.entries(def.shape!).flatMap(([name, field]) =>
        placesOf(field, `${path}.${name}`, (value) => put({ ...likely(schema), [name]: value })),
      )
    case 'array':
      return placesOf(def.element!, `${path}.0`, (value) => put([value]))
    case 'record': {
      const [name = 'key'] = Object.keys(defOf(def.keyType!).entries ?? {})
      return placesOf(def.valueType!, `${path}.${name}`, (value) => put({ [name]: value }))
    }
    case 'union':
      return def.options!.flatMap((option) => placesOf(option, path, put))
    default: {
      const inner = def.innerType ?? def.in
      return inner ? placesOf(inner, path, put) : []
    }
  }
}

function checksOf(def: Def): TextPlace['checks'] {
  const own = def.pattern ? [{ check: 'string_format', pattern: def.pattern }] : []
  return [...own, ...(def.checks ?? []).map(({ _zod }) => _zod.def)]
}

/** The fields of an object that tell which of several it is. */
function likely(schema: Schema): Record<string, unknown> {
  const literals = Object.entries(defOf(schema).shape!).filter(([, field]) => defOf(field).type === 'literal')
  return Object.fromEntries(literals.map(([name, field]) => [name, defOf(field).values![0]]))
}

/** Texts of every form that calls ask for. */
const forms = [
  'a reason or a message',
  'abc_def1',
  '10.00',
  '00000000-0000-4000-8000-000000000001',
  'k3_5m:20261102:0001',
  '2026-11-02',
  '2026-11-03T04:00:00.000Z',
  'an@example.com',
  '0901234567',
  '123456',
  '12345678',
  '021000021',
  'a'.repeat(64),
  'a'.repeat(128),
  'a'.repeat(43),
  'a'.repeat(22),
  `B${'a'.repeat(86)}`,
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
]

/** An input that a call takes for its form, whatever it then says of what stands in it. */
export function likelyInput(schema: z.core.$ZodType): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!).flatMap(([name, field]) => {
          const value = likelyInput(field as unknown as z.core.$ZodType)
          return value === undefined ? [] : [[name, value]]
        }),
      )
    case 'string':
      return forms.find((form) => z.safeParse(schema, form).success)
    case 'literal':
      return def.values![0]
    case 'enum':
      return Object.values(def.entries!)[0]
    case 'number':
      return [1, 2].find((number) => z.safeParse(schema, number).success)
    case 'boolean':
      return true
    case 'array':
      return [likelyInput(def.element as unknown as z.core.$ZodType)]
    case 'record':
      return Object.fromEntries(
        Object.keys(defOf(def.keyType!).entries ?? {}).map((name) => [
          name,
          likelyInput(def.valueType as unknown as z.core.$ZodType),
        ]),
      )
    case 'union':
      return likelyInput(def.options![0] as unknown as z.core.$ZodType)
    default: {
      const inner = def.innerType ?? def.in
      return inner && likelyInput(inner as unknown as z.core.$ZodType)
    }
  }
}
