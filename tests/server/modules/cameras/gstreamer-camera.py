"""A real RTSP camera of the tests: a moving picture in H.264 and a tone in PCMA, behind a Digest account. Prints its port."""
import sys

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstRtsp', '1.0')
gi.require_version('GstRtspServer', '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

PIPELINE = (
    '( videotestsrc is-live=true pattern=ball ! video/x-raw,width=320,height=240,framerate=15/1'
    ' ! x264enc tune=zerolatency key-int-max=15 ! rtph264pay name=pay0 pt=96'
    ' audiotestsrc is-live=true ! alawenc ! rtppcmapay name=pay1 pt=8 )'
)

Gst.init(None)
if not all(Gst.ElementFactory.find(name) for name in ('x264enc', 'alawenc', 'rtph264pay')):
    sys.exit('an element is missing')
server = GstRtspServer.RTSPServer()
server.set_address('127.0.0.1')
server.set_service('0')
auth = GstRtspServer.RTSPAuth()
auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
token = GstRtspServer.RTSPToken()
token.set_string('media.factory.role', 'viewer')
auth.add_digest('viewer', 'sesame', token)
server.set_auth(auth)
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(PIPELINE)
factory.set_shared(True)
permissions = GstRtspServer.RTSPPermissions()
permissions.add_permission_for_role('viewer', 'media.factory.access', True)
permissions.add_permission_for_role('viewer', 'media.factory.construct', True)
factory.set_permissions(permissions)
server.get_mount_points().add_factory('/stream1', factory)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
