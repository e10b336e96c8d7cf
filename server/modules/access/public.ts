// Rights as other modules meet them: nobody gives more than they hold, and what lies below a department.
export { departmentsBelow } from './departments-below.ts'
export { refuseRolesBeyond } from './rights.ts'
