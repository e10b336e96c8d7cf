// Where a row of fees belongs: its room with everything above it.
export const ROOM_JOINS = `join room r on r.id = t.room_id join unit u on u.id = r.unit_id
  join building b on b.id = r.building_id join community c on c.id = r.community_id`

export const ROOM_NAME = `concat_ws(' ', b.name, u.name, r.room_no)`

/** Sorts rooms the way somebody walks: building, staircase, floor, door. */
export const WALK = `concat_ws('/', lpad(b.sort::text, 5, '0'), b.name, lpad(u.sort::text, 5, '0'), u.name,
  lpad((r.floor_no + 100)::text, 4, '0'), r.room_no)`

export const COMMUNITY_DEPARTMENT = 'c.department_id'

/** Thousandths as people type them. */
export const inUnits = (expression: string): string => `(${expression} / 1000.0)::float8`
