// The name of a door unit, leading to its page for who may see devices.
import { useRights } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'

export function DoorLink({ imei, name }: { imei: string; name: string }) {
  const may = useRights()
  if (!may('device.read')) return <bdi>{name}</bdi>
  return (
    <a className={look({ tone: 'accent' })} href={`#/DeviceDtail?imei=${imei}`}>
      <bdi>{name}</bdi>
    </a>
  )
}
