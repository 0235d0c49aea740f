import { cancelRepeatOrder } from '#contract/play/bets'
import { handle } from '../../../services/calls/handle.ts'
import { repeatOrderEvents, endRepeatOrder } from './repeat-order-row.ts'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Frees all that is set aside. A bet that is being placed in this moment was placed before, or not at all. */
export const cancelRepeatOrderHandler = handle(
  cancelRepeatOrder,
  async ({ tx, caller, input, nowMs, random, refuse, publish }) => {
    if (!idPattern.test(input.id)) return refuse('repeat_order_unknown')
    const repeatOrder = await tx
      .selectFrom('repeat_order')
      .selectAll()
      .where('id', '=', input.id)
      .where('player_id', '=', caller.playerId)
      .forUpdate()
      .executeTakeFirst()
    if (!repeatOrder) return refuse('repeat_order_unknown')
    if (repeatOrder.status !== 'running') refuse('repeat_order_over')
    for (const event of repeatOrderEvents(repeatOrder)) publish(event)
    return { freed: await endRepeatOrder(tx, repeatOrder, { status: 'cancelled', transferId: random.uuid(), nowMs }) }
  },
)
