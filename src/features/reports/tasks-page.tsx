// Download tasks and background jobs: one list each, told apart by the address.
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Forbidden } from '../../ui/states.tsx'
import { jobView } from './job.view.tsx'
import { taskView } from './task.view.tsx'
import { taskTabOf, taskTabs } from './task-search.ts'

const keptJobs = { view: 'jobs' } as const

export function TasksPage({ search }: { search: Readonly<Record<string, unknown>> }) {
  const may = useRights()
  // Without a choice: the first that the person may see.
  const wanted = taskTabOf(search)
  const tab = taskTabs.find(each => (wanted === undefined || each.id === wanted) && may(each.permission))
  if (!tab) return <Forbidden />
  return tab.id === 'jobs' ? (
    <ListPage key="jobs" view={jobView} kept={keptJobs} />
  ) : (
    <ListPage key="tasks" view={taskView} />
  )
}
