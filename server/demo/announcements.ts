// Announcements of the demo: weeks of them, read and confirmed by most, some on their way through two approvers, one of them in
// its second round.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import type { Place } from './places.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

interface Told {
  title: string
  content: string
  mustConfirm?: true
  /** Lasts so many days. */
  days?: number
}

const told: Readonly<Record<Place['key'], readonly Told[]>> = {
  community: [
    {
      title: '关于电梯年检期间停运的通知',
      content:
        '3 栋 1、2 单元电梯将于本周四 09:00 至 11:30 停运年检，请住户走楼梯或错峰出行。值班电话 8001。',
      days: 4,
    },
    {
      title: '夜间巡更路线调整',
      content: '自本周起 22:00 至次日 05:00 巡更增加地下车库 B2 东区两个点位，请安保部按新路线打卡。',
      mustConfirm: true,
    },
    {
      title: '冬季用电安全提醒',
      content: '严禁在楼道和地下室给电动车充电。发现飞线充电请立即制止并上报监控中心。',
      mustConfirm: true,
    },
    {
      title: '二次供水水箱清洗',
      content: '本月 18 日 22:00 至次日 05:00 清洗水箱，期间停水。客服部负责逐户告知独居老人。',
      days: 6,
    },
    {
      title: '消防演练安排',
      content:
        '周六上午 10:00 在中心广场进行消防演练，听到警铃请勿惊慌。各岗位按预案就位，演练后由安保部汇总问题。',
      mustConfirm: true,
      days: 5,
    },
    {
      title: '门禁系统升级',
      content: '周三 01:00 至 03:00 门禁升级，期间东门由人工值守，访客登记改用纸质台账。',
      days: 3,
    },
    {
      title: '月度安全例会',
      content: '每月第一个周一 14:00 在物业楼二层会议室召开安全例会，请各部门提前一天提交隐患清单。',
    },
  ],
  site: [
    {
      title: '塔吊2顶升作业，塔楼B东侧封闭',
      content:
        '封闭时间 07:30–12:30。塔吊2 半径 50 米内人员撤离，东侧通道改走北门。钢筋班组改在塔楼A 3层作业。信号由何勇统一指挥，频道 6。',
      mustConfirm: true,
      days: 2,
    },
    {
      title: '高温作业时间调整',
      content: '当日最高气温超过 37℃ 时，12:00 至 15:00 停止露天作业。各班组长负责检查饮水和防暑药品。',
      mustConfirm: true,
    },
    {
      title: '临边防护专项检查',
      content: '本周五 08:00 起对塔楼A、B 各层临边防护逐层检查，发现缺失当场整改，未整改前禁止该层作业。',
      mustConfirm: true,
    },
    {
      title: '混凝土浇筑夜间施工',
      content: '今晚 20:00 至次日 04:00 浇筑塔楼A 12 层楼板，罐车由南门进出，已报备噪声许可。',
      days: 2,
    },
    {
      title: '安全帽定位更新',
      content: '新一批智能安全帽已到，请各班组周三前到库房更换，旧帽电池不足 20% 的优先。',
    },
    {
      title: '特种作业证书复审',
      content: '电工、焊工、司索信号工证书请在月底前交项目部复审，逾期者停岗。',
      mustConfirm: true,
    },
  ],
  campus: [
    {
      title: '考试周静音通知',
      content: '考试期间 08:00 至 17:00 教学楼周边禁止鸣笛和施工，保卫处加派两名巡逻。',
      days: 7,
    },
    {
      title: '宿舍用电检查',
      content: '本周对 1 至 6 号宿舍楼进行违规电器检查，请宿管提前熟悉清单。',
      mustConfirm: true,
    },
    { title: '校门车辆通行调整', content: '西门周一至周五 07:00 至 08:30 只进不出，接送车辆请走北门。' },
    {
      title: '实验楼气体报警器校准',
      content: '周四 13:00 至 16:00 校准实验楼有害气体报警器，期间的报警由值班员电话核实。',
      mustConfirm: true,
      days: 3,
    },
    {
      title: '运动会安保分工',
      content: '运动会当天各岗位 07:00 到岗，观众席东区由巡逻队负责，医疗点设在主席台南侧。',
      mustConfirm: true,
      days: 4,
    },
  ],
}

const inReview: Readonly<
  Record<Place['key'], { title: string; before: string; now: string; reason: string }>
> = {
  community: {
    title: '地下车库 B1 临时封闭',
    before: '地下车库 B1 于周六 08:00–18:00 封闭刷漆，请提前移车。',
    now: '地下车库 B1 西区于周六 08:00–14:00 封闭刷漆，请提前移车，移车服务请拨 8001。',
    reason: '范围不对，东区不封',
  },
  site: {
    title: '11月塔吊2二次顶升作业',
    before:
      '封闭时间 08:00–12:00。塔吊2 半径 50 米内人员撤离，东侧通道改走南门。信号由何勇统一指挥，频道 6。',
    now: '封闭时间 07:30–12:30。塔吊2 半径 50 米内人员撤离，东侧通道改走北门。钢筋班组改在塔楼A 3层作业。信号由何勇统一指挥，频道 6。',
    reason: '时间不对，浇筑要到中午',
  },
  campus: {
    title: '图书馆夜间开放试行',
    before: '图书馆自下周起开放至 24:00，保卫处安排值守。',
    now: '图书馆自下周起周一至周四开放至 23:30，保卫处安排两名值守。',
    reason: '周末人手不够',
  },
}

interface Person {
  id: number
  name: string
}

const base = (tenantId: number, at: number) => ({
  tenant_id: tenantId,
  version: 1,
  created_at: at,
  updated_at: at,
})

/** Announcements of one place. The first of its people writes, two others agree. */
export async function seedAnnouncements(
  sql: Sql,
  place: Place,
  staffed: Staffed,
  now: number,
): Promise<void> {
  const { tenantId, people } = staffed
  const [writer, first, second, third] = people
  if (!writer || !first || !second || !third) return
  const chance = chanceOf(tenantId * 53)
  const pastNodes = now - 60 * DAY_MS
  await insertRows(sql, 'approval_flow', [
    {
      ...base(tenantId, pastNodes),
      name: '公告两级审批',
      kind: 'announcement',
      changed_by_name: writer.name,
      user_ids1: [first.id, second.id],
      role_ids1: [],
      need1: 'any',
      user_ids2: [writer.id, third.id],
      role_ids2: [],
      need2: 'any',
      user_ids3: [],
      role_ids3: [],
      need3: 'any',
    },
  ])
  const stories = told[place.key]
  // From two months ago until yesterday.
  const moments = stories.map((_, index) => {
    const daysAgo = Math.max(1, Math.round(56 - (55 * index) / Math.max(1, stories.length - 1)))
    return now - daysAgo * DAY_MS - chance.whole(0, 600) * MINUTE_MS
  })
  const ids = await insertRows(
    sql,
    'announcement',
    stories.map((story, index) => {
      const at = moments[index] ?? now
      const expires = story.days === undefined ? null : at + story.days * DAY_MS
      return {
        ...base(tenantId, at - DAY_MS),
        updated_at: at,
        title: story.title,
        content: story.content,
        pictures: [],
        audience: 'everyone',
        department_ids: [],
        post_ids: [],
        needs_approval: 'needed',
        must_confirm: story.mustConfirm === true,
        spoken: false,
        publish_at: null,
        expires_at: expires,
        state: expires !== null && expires <= now ? 'expired' : 'published',
        author_id: writer.id,
        author_name: writer.name,
        publisher_name: writer.name,
        reviewer_name: third.name,
        review_outcome: 'approved',
        published_at: at,
        changed_by_name: writer.name,
      }
    }),
    'id',
  )
  await insertRows(
    sql,
    'announcement_receipt',
    ids.flatMap((announcement_id, index) => {
      const at = moments[index] ?? now
      const old = now - at > 3 * DAY_MS
      return people.map(({ id }) => {
        const read = chance.happens(old ? 0.93 : 0.6) ? at + chance.whole(2, 900) * MINUTE_MS : null
        const readAt = read !== null && read < now ? read : null
        const confirms =
          stories[index]?.mustConfirm === true && readAt !== null && chance.happens(old ? 0.95 : 0.7)
        return {
          ...base(tenantId, at),
          announcement_id,
          account_id: id,
          published_at: at,
          state: readAt === null ? 'unread' : confirms ? 'confirmed' : 'read',
          read_at: readAt,
          confirmed_at: confirms && readAt !== null ? Math.min(now, readAt + 2 * MINUTE_MS) : null,
        }
      })
    }),
  )
  await seedReview(sql, { place, tenantId, writer: second, approvers: [first, third, writer] }, now)
}

interface Review {
  place: Place
  tenantId: number
  writer: Person
  approvers: readonly [Person, Person, Person]
}

/** One that was returned, written anew, and is on its second level by now. */
async function seedReview(
  sql: Sql,
  { place, tenantId, writer, approvers }: Review,
  now: number,
): Promise<void> {
  const story = inReview[place.key]
  const [first, third, last] = approvers
  const asked = now - 20 * HOUR_MS
  const again = now - 3 * HOUR_MS
  const publishAt = now + 6 * HOUR_MS
  const [announcementId] = await insertRows(
    sql,
    'announcement',
    [
      {
        ...base(tenantId, asked),
        version: 4,
        updated_at: again,
        title: story.title,
        content: story.now,
        pictures: [],
        audience: 'everyone',
        department_ids: [],
        post_ids: [],
        needs_approval: 'needed',
        must_confirm: true,
        spoken: true,
        publish_at: publishAt,
        state: 'inReview',
        author_id: writer.id,
        author_name: writer.name,
        reviewer_name: third.name,
        review_outcome: 'returned',
        review_reason: story.reason,
        changed_by_name: writer.name,
      },
    ],
    'id',
  )
  const levels = [
    { userIds: [first.id, writer.id], roleIds: [], need: 'any' },
    { userIds: [last.id, third.id], roleIds: [], need: 'any' },
  ]
  const [caseId] = await insertRows(
    sql,
    'approval_case',
    [
      {
        ...base(tenantId, asked),
        version: 5,
        updated_at: again,
        kind: 'announcement',
        subject_id: announcementId,
        subject_version: 4,
        state: 'pending',
        round: 2,
        level: 2,
        kept_levels: levels,
        user_ids: [first.id, writer.id, last.id, third.id],
        role_ids: [],
        applicant_id: writer.id,
        applicant_name: writer.name,
        title: story.title,
        asked_at: again,
        due_at: publishAt,
      },
    ],
    'id',
  )
  if (caseId === undefined) return
  const lines = [
    { label: 'audience', value: 'everyone', as: 'word' },
    { label: 'publishAt', value: String(publishAt), as: 'moment' },
    { label: 'with', value: 'mustConfirm', as: 'word' },
  ]
  const round = (number: number, body: string, at: number) => ({
    tenant_id: tenantId,
    case_id: caseId,
    round: number,
    subject_version: number * 2,
    title: story.title,
    body,
    lines,
    pictures: [],
    asked_at: at,
  })
  await insertRows(sql, 'approval_round', [round(1, story.before, asked), round(2, story.now, again)])
  const decided = (number: number, level: number, who: Person, verdict: string, at: number) => ({
    tenant_id: tenantId,
    case_id: caseId,
    round: number,
    level,
    seat_id: who.id,
    seat_name: who.name,
    actor_id: who.id,
    actor_name: who.name,
    verdict,
    reason: verdict === 'return' ? story.reason : null,
    at,
  })
  await insertRows(sql, 'approval_decision', [
    decided(1, 1, first, 'approve', asked + HOUR_MS),
    decided(1, 2, third, 'return', asked + 3 * HOUR_MS),
    decided(2, 1, first, 'approve', again + HOUR_MS),
  ])
}
