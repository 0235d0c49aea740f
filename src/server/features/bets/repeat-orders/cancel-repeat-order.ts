import { cancelRepeatOrder } from '#contract/play/bets'
import { handle } from '../../../services/calls/handle.ts'
import { repeatOrderEvents, endRepeatOrder } from './repeat-order-row.ts'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Frees all money that is held. A bet that is being placed at this moment is either already placed or will not be. */
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
