// Rights as other modules meet them: nobody gives more than they hold.
export { refuseRolesBeyond } from './rights.ts'
