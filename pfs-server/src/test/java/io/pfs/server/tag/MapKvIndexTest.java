package io.pfs.server.tag;

import io.pfs.kv.KvIndex;
import io.pfs.kv.KvIndexContract;

final class MapKvIndexTest extends KvIndexContract {
    @Override
    protected KvIndex newIndex() {
        return new MapKvIndex();
    }
}
